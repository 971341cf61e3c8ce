import { expect, test } from 'vitest'
import { cleaned } from './clean-replay.ts'

test('a replay loses its addresses, and what lists them', () => {
  const secret = 'c2VjcmV0'
  const href = `https://id.example.org/auth/verify?link=${secret}`
  const events = [
    { type: 4, data: { href, width: 800 } },
    { type: 2, data: { node: { textContent: '***' } } },
    { type: 5, data: { tag: 'performanceSpan', payload: { description: href } } },
  ]
  const [head, items] = cleaned([
    { event_id: 'e', trace: { transaction: href } },
    [
      [{ type: 'replay_event' }, { replay_id: 'r', segment_id: 0, urls: [href], request: { url: href } }],
      [{ type: 'replay_recording', length: 9 }, `{"segment_id":0}\n${JSON.stringify(events)}`],
    ],
  ] as never) as unknown as [object, [object, unknown][]]
  expect(JSON.stringify([head, items])).not.toContain(secret)
  expect(head).toEqual({ event_id: 'e' })
  expect(items[0]?.[1]).toEqual({ replay_id: 'r', segment_id: 0 })
  const text = String(items[1]?.[1])
  expect(items[1]?.[0]).toEqual({ type: 'replay_recording', length: text.length })
  expect(JSON.parse(text.split('\n')[1] ?? '')).toEqual([{ type: 4, data: { href: '', width: 800 } }, events[1]])
})
