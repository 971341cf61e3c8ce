import type { AppContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'
import { type Access, purposeOf } from './api-applications.access.ts'
import { missingOfOkta } from './api-applications.okta.ts'
import { type ApiCheckResult, jsonOf, plainText } from './check-result.ts'

// Required scopes, each with a call that tests it
const needs = [
  ['okta.users.read', '/api/v1/users?limit=1'],
  ['okta.groups.read', '/api/v1/groups?limit=1'],
] as const

/** Reads one user and one group with the API token, or gets a token per scope with the key. @throws Undelivered */
export async function askOkta(world: AppContext, access: Access): Promise<ApiCheckResult> {
  if (access.privateKey !== undefined) return missingOfOkta(world, access)
  const { address, secret = '' } = access
  const missing: string[] = []
  for (const [permission, path] of needs) {
    const { status, body } = await exchange(world, purposeOf(access), {
      method: 'GET',
      url: new URL(path, address),
      headers: { authorization: `SSWS ${secret}` },
    })
    if (status === 401) return { reason: 'Okta does not take the API token: it is wrong, or has ended', missing: [] }
    if (status === 403) missing.push(permission)
    else if (status !== 200) {
      const said = plainText(jsonOf(body)['errorSummary'])
      return { reason: `Okta answered ${status}${said === '' ? '' : `: ${said}`}`, missing: [] }
    }
  }
  return { reason: null, missing }
}
