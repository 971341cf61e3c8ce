import { type FakeDirectory, fakePerson } from './fake-source.ts'

/** A small deterministic generator (mulberry32), so that a failing seed fails again. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Changes a test directory at random: adds, removes, restores, renames, and disables users and groups, and duplicates values. */
export function random(seed: number) {
  const number = numbers(seed)
  const below = (most: number) => Math.floor(number() * most)
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)]
  const gone = new Map<FakeDirectory, string[]>()
  let made = 0
  const newcomer = (directory: FakeDirectory, prefix: string) => {
    const anchor = `${prefix}-${++made}`
    const double = number() < 0.15 ? pick([...directory.people.values()]) : undefined
    const values = double ? { userName: double.attributes['userName'] as string } : {}
    const odd = number() < 0.05 ? { userName: '' } : number() < 0.05 ? { mail: 'not an address' } : {}
    directory.people.set(anchor, {
      ...fakePerson(anchor, { number: anchor, ...values, ...odd }),
      active: number() > 0.1,
    })
  }
  const group = (directory: FakeDirectory, anchor: string) => {
    const members = [...directory.people.keys()].filter(() => number() < 0.3)
    const name = number() < 0.2 ? 'Same name' : `Group ${anchor}`
    directory.groups.set(anchor, { anchor, name, description: '', members: [...members, 'nobody'] })
  }
  return {
    change(directory: FakeDirectory, prefix: string): void {
      const lost = gone.get(directory) ?? []
      gone.set(directory, lost)
      for (let n = below(12); n >= 0; n--) newcomer(directory, prefix)
      for (const [anchor, person] of directory.people) {
        const chance = number()
        if (chance < 0.1) {
          directory.people.delete(anchor)
          lost.push(anchor)
        } else if (chance < 0.2) directory.people.set(anchor, { ...person, active: !person.active })
        else if (chance < 0.35) {
          const lastName = `Renamed ${below(100)}`
          directory.people.set(anchor, { ...person, attributes: { ...person.attributes, lastName } })
        }
      }
      const back = number() < 0.5 ? pick(lost) : undefined
      if (back !== undefined) directory.people.set(back, fakePerson(back, { number: back }))
      for (let n = 0; n < 4; n++) {
        const anchor = `${prefix}-g${n}`
        if (number() < 0.25) directory.groups.delete(anchor)
        else if (number() < 0.6) group(directory, anchor)
      }
    },
  }
}
