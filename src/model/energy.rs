//! A memory's strength: one number with the moment it was true.

use super::Timestamp;
use serde::{Deserialize, Serialize};

/// Strength of a new memory.
pub const START: f64 = 1.0;
/// Lower end of the range.
pub const MIN: f64 = 0.01;
/// Upper end of the range.
pub const MAX: f64 = 10.0;
/// Gained per success.
pub const GAIN: f64 = 0.2;
/// Factor per failure.
pub const LOSS: f64 = 0.5;
/// Below this a memory collapses.
pub const COLLAPSE: f64 = 0.05;
/// Crystallising: least energy.
pub const CRYSTAL_ENERGY: f64 = 8.0;
/// Crystallising: least number of successes.
pub const CRYSTAL_SUCCESSES: u32 = 10;
/// Crystallising: least success rate, in percent.
pub const CRYSTAL_RATE_PERCENT: u64 = 90;

/// Strength in [0.01, 10] and when it was computed. Decay is computed from (value, at, now), never by counting calls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    value: f64,
    at: Timestamp,
}

impl Energy {
    /// A new memory's energy.
    pub fn new(now: Timestamp) -> Self {
        Self { value: START, at: now }
    }

    /// From storage; clamped into the range, not-a-number becomes the minimum.
    pub fn from_stored(value: f64, at: Timestamp) -> Self {
        let value = if value.is_nan() { MIN } else { value.clamp(MIN, MAX) };
        Self { value, at }
    }

    /// The value at the moment [`Energy::at`].
    pub fn value(self) -> f64 {
        self.value
    }

    /// When the value was computed.
    pub fn at(self) -> Timestamp {
        self.at
    }

    /// E(now) = E(at) * e^(-lambda * (now - at)) with lambda = ln 2 / half-life (exponential forgetting).
    ///
    /// A clock that went backwards changes nothing, not even `at`. `half_life_ms` must be positive; otherwise nothing decays.
    #[must_use]
    pub fn decayed(self, now: Timestamp, half_life_ms: i64) -> Self {
        let elapsed = now.since(self.at);
        if elapsed == 0 || half_life_ms <= 0 {
            return self;
        }
        let lambda = std::f64::consts::LN_2 / half_life_ms as f64;
        Self::from_stored(self.value * (-lambda * elapsed as f64).exp(), now)
    }

    /// After a success at `self.at()`: +0.2, at most 10.
    #[must_use]
    pub fn succeeded(self) -> Self {
        Self::from_stored(self.value + GAIN, self.at)
    }

    /// After a failure at `self.at()`: halved, at least 0.01.
    #[must_use]
    pub fn failed(self) -> Self {
        Self::from_stored(self.value * LOSS, self.at)
    }

    /// Whether the memory is to be removed.
    pub fn is_collapsed(self) -> bool {
        self.value < COLLAPSE
    }
}

/// Whether a macro with this energy and record is permanent: energy >= 8, >= 10 successes, success rate >= 90 %.
pub fn crystallises(energy: Energy, successes: u32, failures: u32) -> bool {
    let (good, all) = (u64::from(successes), u64::from(successes) + u64::from(failures));
    energy.value >= CRYSTAL_ENERGY
        && successes >= CRYSTAL_SUCCESSES
        && good * 100 >= all * CRYSTAL_RATE_PERCENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crystal_borders_are_exact() {
        let energy = |v| Energy::from_stored(v, Timestamp::default());
        assert!(crystallises(energy(8.0), 10, 1));
        assert!(!crystallises(energy(7.999_999), 10, 1));
        assert!(!crystallises(energy(8.0), 9, 0));
        assert!(!crystallises(energy(8.0), 10, 2));
        assert!(crystallises(energy(8.0), 18, 2));
        assert!(!crystallises(energy(8.0), 17, 2));
    }

    #[test]
    fn decay_composes_and_is_idempotent() {
        let half_life = 1_000;
        let start = Energy::new(Timestamp::from_millis(0));
        let once = start.decayed(Timestamp::from_millis(3_000), half_life);
        let twice = start
            .decayed(Timestamp::from_millis(1_234), half_life)
            .decayed(Timestamp::from_millis(3_000), half_life);
        assert!((once.value() - twice.value()).abs() < 1e-12);
        assert_eq!(once, once.decayed(Timestamp::from_millis(3_000), half_life));
        assert!((once.value() - 0.125).abs() < 1e-12);
    }
}
