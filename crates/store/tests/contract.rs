//! The contract every store keeps, run against each of them.

mod contract {
    pub mod accounts;
    pub mod boards;
    pub mod cards;
    pub mod changes;
    pub mod devices;
    pub mod events;
    pub mod fixture;
    pub mod mcp_servers;
    pub mod model;
    pub mod projects;
    pub mod search;
    pub mod session_steps;
    pub mod sessions;
    pub mod snapshots;
    mod sqlite_only;
    pub mod upkeep;
}

/// Runs each function of the contract once per store.
macro_rules! contract {
    ($($subject:ident: $($rule:ident),+;)+) => {
        mod memory {
            $($(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $rule() -> anyhow::Result<()> {
                    super::contract::$subject::$rule(super::contract::fixture::Place::memory()).await
                }
            )+)+
        }
        mod sqlite {
            $($(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $rule() -> anyhow::Result<()> {
                    super::contract::$subject::$rule(super::contract::fixture::Place::sqlite()?).await
                }
            )+)+
        }
    };
}

contract! {
    changes:
        an_empty_log_has_no_head,
        changes_come_back_as_written,
        changes_come_back_after_reopening,
        changes_are_read_in_pages,
        appending_nothing_is_nothing,
        a_taken_seq_conflicts,
        a_gap_conflicts,
        a_hole_inside_an_append_conflicts,
        a_seq_beyond_all_numbers_conflicts,
        a_resent_id_conflicts,
        the_same_id_twice_in_one_append_conflicts,
        the_same_id_on_two_boards_is_fine,
        a_conflict_writes_nothing,
        a_change_is_found_by_its_id,
        an_authors_changes_come_newest_first,
        concurrent_appends_to_many_boards_are_each_dense,
        of_racing_appends_to_one_seq_one_wins;
    snapshots:
        without_a_snapshot_there_is_none,
        the_newest_snapshot_at_or_before_is_returned,
        a_snapshot_can_be_replaced,
        a_snapshot_with_a_wrong_hash_is_passed_over,
        a_snapshot_of_a_change_that_is_not_there_is_refused,
        old_snapshots_are_thinned_out;
    events:
        events_come_back_as_written,
        events_are_numbered_on_without_a_gap,
        sessions_do_not_mix,
        a_page_is_read_from_the_middle_by_number,
        events_of_one_kind_are_read_in_pages,
        folding_removes_only_what_it_names,
        a_folded_number_is_never_used_again,
        a_fold_that_is_no_turn_is_reported,
        verifying_while_logs_are_folded_finds_nothing;
    sessions:
        a_session_comes_back_as_created,
        a_session_is_created_whole_or_not_at_all,
        sessions_are_listed_newest_first_in_pages,
        sessions_of_a_board_are_listed,
        unfinished_sessions_are_found_in_pages,
        the_inbox_is_for_those_who_may_edit,
        deleting_a_board_leaves_its_sessions,
        deleting_a_project_deletes_its_sessions,
        requests_of_sessions_do_not_mix,
        a_page_of_sessions_is_shown_with_what_waits,
        a_conversation_is_taken_over_once;
    session_steps:
        a_step_is_written_whole,
        a_step_is_written_whole_or_not_at_all,
        what_is_opened_and_settled_in_one_step_is_not_open,
        whose_a_session_is_stays,
        events_go_on_whichever_way_they_are_written,
        of_racing_answers_one_wins,
        of_racing_steps_with_one_number_one_wins,
        many_sessions_are_written_at_once;
    search:
        what_was_said_is_found,
        what_was_not_said_whole_is_not_found,
        case_accents_and_signs_do_not_matter,
        the_last_word_may_be_unfinished,
        pages_bring_every_session_once,
        a_title_is_found_and_can_change,
        another_projects_sessions_are_not_found,
        a_refused_step_cannot_be_found,
        what_was_found_is_found_after_reopening_and_folding;
    mcp_servers:
        servers_come_back_by_name,
        a_server_is_registered_once,
        a_server_is_changed,
        a_project_uses_the_servers_chosen_for_it,
        a_deleted_server_is_used_by_nobody,
        a_deleted_project_uses_no_servers;
    accounts:
        an_account_comes_back_as_created,
        an_email_is_taken_once,
        only_one_first_account_wins_the_race,
        the_first_account_must_be_the_first,
        an_invitation_works_once,
        an_expired_invitation_does_not_work,
        a_taken_email_does_not_use_up_the_invitation,
        invitations_are_listed_and_revoked,
        users_are_listed_in_pages,
        an_account_is_renamed,
        personal_tokens_are_found_listed_and_revoked;
    devices:
        a_device_comes_back_as_created,
        a_device_needs_an_account,
        refreshing_rotates_the_token,
        a_reused_token_revokes_the_device,
        an_expired_or_unknown_token_is_unknown,
        of_racing_refreshes_one_rotates,
        a_taken_refresh_token_changes_nothing,
        a_device_is_revoked_by_its_owner_only,
        a_new_password_revokes_the_other_devices,
        a_new_password_can_revoke_every_device;
    projects:
        a_project_comes_back_with_its_owner_and_board,
        a_project_is_created_whole_or_not_at_all,
        projects_are_listed_by_member_in_pages,
        a_project_is_changed,
        trust_ends_when_the_folder_is_another,
        deleting_a_project_deletes_all_of_it,
        members_come_and_go,
        the_last_owner_stays,
        a_member_needs_a_project_and_an_account;
    boards:
        a_board_comes_back_with_its_head,
        a_board_is_created_once,
        a_board_needs_a_project,
        first_changes_must_start_a_log,
        a_board_is_renamed,
        deleting_a_board_deletes_its_log_and_snapshots,
        a_deleted_board_takes_no_changes;
    cards:
        runs_come_back_as_saved,
        runs_need_their_board,
        boards_with_something_to_do_are_found,
        cards_in_need_are_shown_to_those_who_may_edit,
        a_review_is_opened_and_filed;
    upkeep:
        a_sound_store_probes_and_verifies,
        closing_twice_is_fine;
}

#[test]
fn memory_behaves_like_a_list() {
    contract::model::check(|| Ok(contract::fixture::Place::memory()), 256);
}

#[test]
fn sqlite_behaves_like_a_list() {
    contract::model::check(contract::fixture::Place::sqlite, 24);
}

#[test]
fn every_store_finds_the_same_for_any_words() -> anyhow::Result<()> {
    contract::search::check_any_words()
}
