import { LdapFailure, readDirectory, agentTargetOf } from '#features/directories/ldap/ldap.reader.ts'
import { type StandaloneCommand, CommandRefusal } from '../command.ts'
import { type AgentConfig, agentConfig } from './config.ts'
import { delivery, type DeliveryOutcome } from './agent-delivery.ts'
import { ReceiverRefusal, type ScimReceiver, receiverAt } from './receiver.ts'
import { type AgentState, keepState, stateIn } from './agent-state.ts'

/** State is saved after this many changes, so that an interrupted run continues there. */
const keptEach = 100
const mostShown = 50

export interface Counts {
  people: Record<DeliveryOutcome, number>
  groups: Record<DeliveryOutcome, number>
  declined: string[]
}

const none = () => ({ added: 0, changed: 0, unchanged: 0, left: 0, declined: 0 })

/** One pass: reads the entire directory and sends changes to the receiver. @throws Refusal */
export async function deliver(
  config: AgentConfig,
  ask: ScimReceiver,
  words: { dry: boolean; leave: boolean },
): Promise<Counts> {
  const state = await stateIn(config.stateFile)
  const counts: Counts = { people: none(), groups: none(), declined: [] }
  const { user, group, leave } = delivery(ask, state, words.dry)
  let unkept = 0
  const keep = async () => {
    if (!words.dry) await keepState(config.stateFile, state)
    unkept = 0
  }
  const count = async (of: Record<DeliveryOutcome, number>, name: string, work: Promise<DeliveryOutcome>) => {
    const done = await work.catch((error: unknown): DeliveryOutcome => {
      if (!(error instanceof ReceiverRefusal)) throw error
      if (counts.declined.length < mostShown) counts.declined.push(`${name}: ${error.message}`)
      return 'declined'
    })
    of[done]++
    if (done !== 'unchanged' && ++unkept >= keptEach) await keep()
  }
  const { urls, plain, bases, username, personFilter, groupFilter } = config.ldap
  const settings = { urls, plain, bases, username, personFilter, groupFilter, certificate: config.certificate }
  const attributes = [...new Set(Object.values(config.attributes).flat())]
  const control = new AbortController()
  try {
    const reading = await readDirectory(agentTargetOf(settings, config.password, attributes), {
      cursor: null,
      signal: control.signal,
      now: () => new Date(),
    })
    const [people, groups] = [new Set<string>(), new Set<string>()]
    for await (const page of reading.people())
      for (const person of page.people) {
        people.add(person.anchor)
        await count(counts.people, person.anchor, user(person, config.attributes))
      }
    mustNotLeave(config, state, people, words.leave)
    for await (const page of reading.groups())
      for (const one of page.groups) {
        groups.add(one.anchor)
        const [members, before] = [[] as string[], state.groups[one.anchor]?.members ?? []]
        let unseen = false
        for await (const { add, hidden } of reading.members(one)) {
          members.push(...add)
          unseen ||= hidden === 'surely' || (hidden === 'perhaps' && before.length > 0)
        }
        if (unseen) counts.declined.push(`${one.name}: the account can't read its members, so they don't change`)
        await count(counts.groups, one.name, group(one, unseen ? [...new Set([...before, ...members])] : members))
      }
    reading.cursor()
    for (const anchor of gone(state.groups, groups)) await count(counts.groups, anchor, leave('Groups', anchor))
    for (const anchor of gone(state.users, people)) await count(counts.people, anchor, leave('Users', anchor))
    return counts
  } catch (error) {
    if (error instanceof LdapFailure) throw new CommandRefusal(`${error.message}. No users were removed.`)
    throw error
  } finally {
    control.abort()
    await keep()
  }
}

const gone = (of: Record<string, unknown>, seen: ReadonlySet<string>) => Object.keys(of).filter(one => !seen.has(one))

function mustNotLeave({ brake }: AgentConfig, { users }: AgentState, seen: ReadonlySet<string>, agreed: boolean): void {
  const [all, left] = [Object.keys(users).length, gone(users, seen).length]
  const many = left > brake.people && left * 100 > all * brake.percent
  if ((many || (all > 0 && seen.size === 0)) && !agreed)
    throw new CommandRefusal(
      `${left} of ${all} users would be removed. Check the filter. If this is intended, use --leave.`,
    )
}

export const ldapAgent: StandaloneCommand = {
  name: 'ldap-agent',
  takes: 'CONFIG [--dry] [--leave]',
  about: 'Reads an LDAP directory next to this machine and sends its users and groups by SCIM; needs no database',
  words: 1,
  options: { dry: { type: 'boolean' }, leave: { type: 'boolean' } },
  async workAlone(words) {
    const config = await agentConfig(words.at(0))
    const says = { dry: words.option('dry') !== undefined, leave: words.option('leave') !== undefined }
    const counts = await deliver(config, receiverAt(config.scim.url, config.token), says)
    const line = (name: string, of: Record<DeliveryOutcome, number>) =>
      `${name}: ${Object.entries(of)
        .map(([done, many]) => `${many} ${done}`)
        .join(', ')}`
    return {
      json: { ...counts, dry: says.dry },
      lines: [
        ...(says.dry ? ['Nothing was sent:'] : []),
        line('Users', counts.people),
        line('Groups', counts.groups),
        ...counts.declined.map(one => `  declined ${one}`),
      ],
    }
  },
}
