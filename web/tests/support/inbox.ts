import type { InboxItem } from '../../src/live/session-wire';

/** A plan that waits for approval, or what a test makes of it. */
export function anInboxItem(
  id: string,
  more: Partial<InboxItem> = {},
  session: Partial<InboxItem['session']> = {},
): InboxItem {
  return {
    session: {
      id: 's1',
      title: `Session of ${id}`,
      project_id: 'p1',
      project_name: 'Engine',
      board_id: null,
      card_id: null,
      agent: 'rehearsal',
      mode: 'plan',
      scripted: true,
      ...session,
    },
    request_id: id,
    kind: 'plan',
    asked_at: '2026-03-01T12:00:00Z',
    data: { request_id: id, tool: 't', plan: 'Do it', plan_sha256: 'x', path: null },
    ...more,
  } as InboxItem;
}
