use super::*;
use crate::model::Energy;
use crate::model::fsm::MacroRecord;

fn put(record: &MacroRecord) -> Change {
    Change::PutMacro(Box::new(record.clone()))
}

#[test]
fn a_macro_comes_back_with_its_record() {
    let mut base = Base::new();
    let first = macro_of("m1", 1, "send a mail");
    let second = MacroRecord {
        successes: 11,
        failures: 1,
        energy: Energy::from_stored(8.5, at(7_000)),
        crystallised: true,
        last_run_at: Some(at(7_000)),
        ..first.clone()
    };
    base.apply(&[put(&first), put(&second), put(&macro_of("m2", 1, "other"))]).unwrap();
    assert_eq!(
        base.store.read(|db| macros::get(db, first.machine.id())).unwrap(),
        Some(second.clone())
    );
    assert_eq!(base.store.read(macros::all).unwrap(), [second, macro_of("m2", 1, "other")]);
    // Only the record changed: no history.
    let history = base.store.read(|db| macros::history(db, first.machine.id())).unwrap();
    assert_eq!(history, [first.machine]);
}

#[test]
fn versions_stay_and_a_roll_back_is_a_put() {
    let mut base = Base::new();
    let (one, two) = (macro_of("m1", 1, "send a mail"), macro_of("m1", 2, "send the mail"));
    let history = |base: &Base| -> Vec<u32> {
        let all = base.store.read(|db| macros::history(db, one.machine.id())).unwrap();
        all.iter().map(|m| m.parts().version).collect()
    };
    base.apply(&[put(&one), put(&two)]).unwrap();
    assert_eq!(history(&base), [1, 2]);
    base.apply(&[put(&one)]).unwrap();
    assert_eq!(history(&base), [2, 1]);
    let found = |base: &Base, words: &str| {
        base.store.read(|db| macros::search(db, words, 5)).unwrap().len()
    };
    assert_eq!((found(&base, "send mail"), found(&base, "the")), (1, 0));
    base.apply(&[Change::DeleteMacro(one.machine.id().clone())]).unwrap();
    assert_eq!(history(&base), [0; 0]);
    assert_eq!(found(&base, "send"), 0);
    assert_eq!(base.number("SELECT count(*) FROM macro_versions"), 0);
}

#[test]
fn an_unsound_definition_is_never_a_macro_and_never_hides_the_others() {
    let mut base = Base::new();
    let (one, two) = (macro_of("m1", 1, "send a mail"), macro_of("m2", 1, "other"));
    base.apply(&[put(&one), put(&two)]).unwrap();
    for damage in
        ["'[]'", "'{'", "replace(machine, '\"transitions\":[', '\"transitions\":[],\"x\":[')"]
    {
        base.apply(&[put(&one)]).unwrap();
        let sql = format!("UPDATE fsm_macros SET machine = {damage} WHERE macro_id = 'm1'");
        assert_eq!(base.db.execute(&sql, []).unwrap(), 1);
        let read = base.store.read(|db| macros::get(db, one.machine.id()));
        assert!(matches!(read, Err(StoreError::Decode { .. })), "{damage}: {read:?}");
        assert_eq!(base.store.read(macros::all).unwrap(), std::slice::from_ref(&two));
        assert_eq!(base.store.read(macros::unreadable).unwrap(), [one.machine.id().clone()]);
        assert_eq!(base.store.integrity_check().unwrap().len(), 1);
    }
}
