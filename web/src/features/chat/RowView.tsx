import { memo } from 'react';
import { useRow } from '@/lib/session-hooks';
import { useChat } from './context';
import { ErrorCard } from './ErrorCard';
import { RequestRow } from './RequestRow';
import { Notice, Retry, TurnEnd } from './SmallRows';
import { TextBlock, Thinking, UserMessage } from './TextRows';
import { ToolRow } from './ToolRow';

/** One row of the transcript. It is drawn anew when it changes, and for no other. */
export const RowView = memo(function RowView({ id }: { id: string }) {
  const row = useRow(useChat().session.transcript, id);
  switch (row?.type) {
    case 'user':
      return <UserMessage row={row} />;
    case 'text':
      return <TextBlock row={row} />;
    case 'thinking':
      return <Thinking row={row} />;
    case 'tool':
      return <ToolRow row={row} />;
    case 'request':
      return <RequestRow asked={row.asked} settled={row.settled} />;
    case 'retry':
      return <Retry row={row} />;
    case 'notice':
      return <Notice row={row} />;
    case 'error':
      return <ErrorCard row={row} />;
    case 'turn':
      return <TurnEnd row={row} />;
    case undefined:
      return null;
  }
});
