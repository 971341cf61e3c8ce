import type { SourceReading, SourceGroup, SourcePerson } from '../../src/features/directories/syncs/syncs.sources.ts'

export async function readAll(reading: SourceReading) {
  const people: SourcePerson[] = []
  const groups: SourceGroup[] = []
  const gone: string[] = []
  for await (const page of reading.people()) {
    people.push(...page.people)
    gone.push(...page.gone)
  }
  for await (const page of reading.groups()) {
    groups.push(...page.groups)
    gone.push(...page.gone)
  }
  const members = new Map<string, string[]>()
  const hidden = new Map<string, string>()
  for (const group of groups) {
    const all: string[] = []
    for await (const some of reading.members(group)) {
      all.push(...some.add)
      if (some.hidden) hidden.set(group.name, some.hidden)
    }
    members.set(group.name, all)
  }
  return { whole: reading.whole, people, groups, gone, members, hidden, cursor: reading.cursor() }
}
