import { firstOf, type Mapping } from '@claviger/contract/directories/connections/mapping'
import {
  type SourceReading,
  registerSources,
  type Source,
  SourceFailure,
  sourceOf,
  type SourceGroup,
  type SourceMembers,
  type SourcePerson,
} from '../../src/features/directories/syncs/syncs.sources.ts'
import { atEnd } from '../app/at-end.ts'

export interface FakeDirectory {
  people: Map<string, SourcePerson>
  groups: Map<string, SourceGroup & { members: string[]; hidden?: SourceMembers['hidden'] }>
  failsAfter: number | undefined
  changes: { people: SourcePerson[]; gone: string[]; asksForAll?: boolean } | undefined
  readings: number
  pace: (() => Promise<void>) | undefined
}

const mapping: Mapping = [
  firstOf('userId', 'userName'),
  firstOf('firstName', 'firstName'),
  firstOf('lastName', 'lastName'),
  firstOf('email', 'mail'),
  firstOf('attribute1', 'ward'),
]

/**
 * Replaces a kind of directory source by a test directory until the file ends. Pages are small, so that reads
 * can fail in between.
 */
export function fakeSource(kind: Source['kind'], pageSize = 50): FakeDirectory {
  const directory: FakeDirectory = {
    people: new Map(),
    groups: new Map(),
    failsAfter: undefined,
    changes: undefined,
    readings: 0,
    pace: undefined,
  }
  const pages = async function* <T>(all: readonly T[]) {
    for (let at = 0, page = 0; at < all.length; at += pageSize, page++) {
      await directory.pace?.()
      if (directory.failsAfter !== undefined && page >= directory.failsAfter)
        throw new SourceFailure('The answer of the directory ended in the middle of a page', true)
      yield all.slice(at, at + pageSize)
    }
    if (directory.failsAfter === 0) throw new SourceFailure('The directory answers 503', true)
  }
  const before = sourceOf(kind)
  atEnd(() => before && registerSources([before]))
  registerSources([
    {
      kind,
      defaultMapping: mapping,
      check: async () => ({ ok: directory.failsAfter === undefined, reason: null, missing: [] }),
      sample: async (_world, _connection, count) => [...directory.people.values()].slice(0, count),
      async read(_world, _connection, { cursor, only }): Promise<SourceReading> {
        directory.readings++
        const { changes } = directory
        const some = cursor !== null && changes !== undefined
        const all = some ? changes.people : [...directory.people.values()]
        const told = only?.users ? all.filter(person => only.users?.includes(person.anchor)) : all
        return {
          whole: !some,
          async *people() {
            for await (const people of pages(told)) yield { people, gone: [] }
            if (some) yield { people: [], gone: changes.gone }
          },
          async *groups() {
            if (!some) yield { groups: [...directory.groups.values()], gone: [] }
          },
          async *members(group) {
            const { members = [], hidden } = directory.groups.get(group.anchor) ?? {}
            yield { add: members, remove: [], whole: true, hidden }
          },
          ...(some &&
            changes.asksForAll && {
              async *present(what) {
                yield [...(what === 'user' ? directory.people : directory.groups).keys()]
              },
            }),
          cursor: () => ({ at: directory.readings }),
        }
      },
    },
  ])
  return directory
}

export const fakePerson = (anchor: string, more: SourcePerson['attributes'] = {}): SourcePerson => ({
  anchor,
  active: true,
  attributes: {
    userName: `${anchor}@fake.example`,
    firstName: anchor,
    lastName: 'Fake',
    mail: `${anchor}@fake.example`,
    ...more,
  },
})
