import { expect, it } from 'vitest';
import type { Peer } from '@/live/wire';
import { PeerMap } from './peer-map';
import { BoardKit } from './testing/board-kit';

const peer = (id: string, user: string, state: Peer['state']): Peer => ({
  peer: id,
  user: { id: user, name: user },
  state,
});

it('tells a card of its own visitors only', async () => {
  const kit = await BoardKit.open({ Todo: ['a', 'b'] });
  const map = new PeerMap(kit.board, 'me');
  map.start();
  const heard: string[] = [];
  map.subscribe('a', () => heard.push('a'));
  map.subscribe('b', () => heard.push('b'));
  kit.peers(peer('1', 'ben', { card: 'a', editing: null }));
  kit.peers(peer('2', 'cy', { card: null }));
  expect([map.at('a'), map.at('b'), heard]).toEqual([[{ id: 'ben', name: 'ben', editing: null }], [], ['a']]);
  kit.peers(peer('1', 'ben', null));
  expect([map.at('a'), heard]).toEqual([[], ['a', 'a']]);
});

it('counts several windows of one person once', async () => {
  const kit = await BoardKit.open({ Todo: ['a'] });
  const map = new PeerMap(kit.board, 'me');
  map.start();
  kit.peers(
    peer('1', 'ben', { card: 'a', editing: null }),
    peer('2', 'ben', { card: 'a', editing: 'title' }),
  );
  expect(map.at('a')).toEqual([{ id: 'ben', name: 'ben', editing: 'title' }]);
});

it('does not count our own other windows', async () => {
  const kit = await BoardKit.open({ Todo: ['a'] });
  const map = new PeerMap(kit.board, 'me');
  map.start();
  kit.peers(peer('1', 'me', { card: 'a' }));
  expect(map.at('a')).toEqual([]);
});
