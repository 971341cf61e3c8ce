import { hash } from 'node:crypto'

export interface NumbersByText {
  get(text: string): number | undefined
  set(text: string, number: number): void
}

/**
 * A compact map for large files, about 20 bytes per text. Stores only 64 bits of each text's hash: with a million
 * texts, a collision occurs in fewer than one of ten million files.
 */
export function numbersByText(): NumbersByText {
  let places = 1024
  let heads = new Uint32Array(places)
  let tails = new Uint32Array(places)
  let numbers = new Uint32Array(places)
  let held = 0

  function placeOf(head: number, tail: number): number {
    let place = head & (places - 1)
    while (numbers[place] !== 0 && (heads[place] !== head || tails[place] !== tail)) place = (place + 1) & (places - 1)
    return place
  }

  function put(head: number, tail: number, number: number): void {
    const place = placeOf(head, tail)
    if (numbers[place] === 0) held += 1
    heads[place] = head
    tails[place] = tail
    numbers[place] = number
  }

  function grow(): void {
    const before = { heads, tails, numbers }
    places *= 2
    heads = new Uint32Array(places)
    tails = new Uint32Array(places)
    numbers = new Uint32Array(places)
    held = 0
    for (const [place, number] of before.numbers.entries())
      if (number !== 0) put(before.heads[place] as number, before.tails[place] as number, number)
  }

  return {
    get(text) {
      const number = numbers[placeOf(...halvesOf(text))] as number
      return number === 0 ? undefined : number
    },
    set(text, number) {
      if (held * 3 > places * 2) grow()
      put(...halvesOf(text), number)
    },
  }
}

function halvesOf(text: string): [head: number, tail: number] {
  const bytes = hash('sha256', text, 'binary')
  return [wordAt(bytes, 0), wordAt(bytes, 4)]
}

const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0
