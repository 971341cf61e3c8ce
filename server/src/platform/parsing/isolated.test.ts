import { expect, test } from 'vitest'
import { isolated, type ParserStop } from './isolated-parser.ts'

class Refusal extends Error {}

const parserOf = (body: string, small = 0) =>
  isolated<string, string>({
    module: new URL(`data:text/javascript,${encodeURIComponent(body)}`),
    parse: input => `here ${input}`,
    size: input => input.length,
    small,
    largest: 1000,
    refusal: ({ name, message, details }) =>
      name === 'Refusal' ? new Refusal(`${message} ${String(details['code'])}`) : undefined,
    stopped: (why: ParserStop) => new Refusal(`stopped ${why}`),
  })

test('parses a small document in place, and a larger one in a worker', async () => {
  const parse = parserOf('export const parse = input => `there ${input}`', 3)
  expect(await parse('abc')).toBe('here abc')
  expect(await parse('abcd')).toBe('there abcd')
})

test('refuses a document that is too large before it is parsed', async () => {
  await expect(parserOf('export const parse = () => ""')('x'.repeat(1001))).rejects.toThrow('stopped size')
})

test('answers other requests while a worker is busy', async () => {
  const order: string[] = []
  const parse = parserOf(
    'export const parse = () => { const end = Date.now() + 400; while (Date.now() < end); return "" }',
  )
  await Promise.all([
    parse('x').then(() => order.push('parsed')),
    (async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setTimeout(resolve, 1))
      order.push('answered')
    })(),
  ])
  expect(order).toEqual(['answered', 'parsed'])
})

test('passes on a refusal of the parser, and reports an unexpected error as our fault', async () => {
  const refusing = parserOf(
    'class Refusal extends Error { code = 7 }\nexport const parse = () => { throw new Refusal("not this") }',
  )
  await expect(refusing('x')).rejects.toEqual(new Refusal('not this 7'))
  await expect(parserOf('export const parse = () => { throw new TypeError("oh") }')('x')).rejects.toThrow(
    'A parser failed: oh',
  )
})

test('stops a parser that uses too much memory or nests too deeply, and parses the next document', async () => {
  const greedy = parserOf(
    'export const parse = () => { const all = []; for (;;) all.push(Array.from({ length: 1e5 }, (_, at) => ({ at }))) }',
  )
  await expect(greedy('x')).rejects.toThrow('stopped memory')
  await expect(parserOf('export const parse = input => parse(input) + 1')('x')).rejects.toThrow('stopped memory')
  expect(await parserOf('export const parse = input => input')('fine')).toBe('fine')
})

test('refuses documents when too many wait, and parses the waiting ones in order', async () => {
  const parse = parserOf(
    'export const parse = async input => { await new Promise(r => setTimeout(r, 5)); return input }',
  )
  const all = Array.from({ length: 40 }, (_, at) => parse(String(at)).catch((error: Error) => error.message))
  const answers = await Promise.all(all)
  expect(answers.slice(0, 34)).toEqual(Array.from({ length: 34 }, (_, at) => String(at)))
  expect(new Set(answers.slice(34))).toEqual(new Set(['stopped busy']))
})
