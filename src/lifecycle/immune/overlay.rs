//! Who lies over the app: by window list where the channel gives one, by tree where not.

use crate::model::{ImmunePolicy, OverlayState, Snapshot, Threat, Verdict, VerdictKind};

/// What can be said about foreign windows over the app: three-valued, because no channel lists every window.
pub fn overlay_state(snapshot: &Snapshot, policy: &ImmunePolicy) -> OverlayState {
    let _ = policy;
    snapshot.capture.overlay
}

pub(super) fn inspect(snapshot: &Snapshot, policy: &ImmunePolicy, verdict: &mut Verdict) {
    if overlay_state(snapshot, policy) == OverlayState::Present {
        verdict.add(
            VerdictKind::Refuse,
            Threat::High,
            "overlay.sensor",
            "The host's sensor sees a foreign window over the app; close it and capture again.",
        );
    }
}
