import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import { readFilter } from '#features/directories/ldap/ldap.filter.ts'
import { CommandRefusal } from '../command.ts'

const text = z.string().check(z.minLength(1), z.maxLength(4000))
const names = z.array(text).check(z.minLength(1), z.maxLength(8))

const Config = z.object({
  ldap: z.object({
    urls: z.array(z.string().check(z.regex(/^ldaps?:\/\/\S+$/i))).check(z.minLength(1), z.maxLength(5)),
    certificateFile: z.optional(text),
    plain: z._default(z.boolean(), false),
    bases: z.array(text).check(z.minLength(1), z.maxLength(10)),
    username: text,
    passwordFile: text,
    personFilter: text,
    groupFilter: z._default(z.string(), ''),
  }),
  scim: z.object({ url: z.url(), tokenFile: text }),
  attributes: z._default(
    z.object({
      userName: z._default(names, ['userPrincipalName', 'uid', 'mail']),
      givenName: z._default(names, ['givenName']),
      familyName: z._default(names, ['sn', 'cn']),
      email: z._default(names, ['mail']),
      phone: z._default(names, ['mobile', 'telephoneNumber']),
      employeeNumber: z._default(names, ['employeeID', 'employeeNumber']),
      preferredLanguage: z._default(names, ['preferredLanguage']),
    }),
    {
      userName: ['userPrincipalName', 'uid', 'mail'],
      givenName: ['givenName'],
      familyName: ['sn', 'cn'],
      email: ['mail'],
      phone: ['mobile', 'telephoneNumber'],
      employeeNumber: ['employeeID', 'employeeNumber'],
      preferredLanguage: ['preferredLanguage'],
    },
  ),
  /** Records what was delivered, so that unchanged entries are not sent again. */
  stateFile: z._default(text, 'ldap-agent.state.json'),
  /** Safety threshold: maximum users who may leave in one run, as number or percentage; more requires --leave. */
  brake: z._default(z.object({ people: z.int(), percent: z.int() }), { people: 20, percent: 5 }),
})
export type AgentConfig = z.output<typeof Config> & { certificate: string | null; password: string; token: string }

/** Reads the agent's configuration; relative paths are resolved from its folder. @throws Refusal */
export async function agentConfig(path: string): Promise<AgentConfig> {
  const beside = (name: string) => resolve(dirname(path), name)
  const content = async (name: string) => {
    try {
      return await readFile(name, 'utf8')
    } catch {
      throw new CommandRefusal(`The file ${name} cannot be read.`)
    }
  }
  const read = z.safeParse(Config, parsed(path, await content(path)))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new CommandRefusal(`${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`)
  }
  const config = read.data
  for (const filter of [config.ldap.personFilter, config.ldap.groupFilter])
    try {
      if (filter !== '') readFilter(filter)
    } catch {
      throw new CommandRefusal(`${path}: invalid filter: ${filter}`)
    }
  const { protocol, hostname } = new URL(config.scim.url)
  if (protocol !== 'https:' && !['localhost', '127.0.0.1'].includes(hostname))
    throw new CommandRefusal(`${path}: scim.url must start with https://`)
  const { certificateFile, passwordFile } = config.ldap
  return {
    ...config,
    stateFile: beside(config.stateFile),
    certificate: certificateFile === undefined ? null : await content(beside(certificateFile)),
    password: (await content(beside(passwordFile))).replace(/\r?\n$/, ''),
    token: (await content(beside(config.scim.tokenFile))).trim(),
  }
}

function parsed(path: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new CommandRefusal(`${path} is no JSON.`)
  }
}
