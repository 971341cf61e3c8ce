import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { Done, email, id } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { User } from './users.ts'

export const PersonalAccount = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  joined: z.boolean(),
})
export type PersonalAccount = z.output<typeof PersonalAccount>

export const personalAccounts = feature('personal-accounts', ['users'], {
  list: get('/superAdmin/trustDomains/{id}/individualToken', {
    summary: 'List personal accounts with an address in a trust domain',
    spec: 'super-admin.individual-token-get',
    input: z.extend(Page, { id }),
    reply: pageOf(PersonalAccount),
    may: 'super.trust-domains',
    fails: ['not-found'],
  }),
  add: post('/superAdmin/trustDomains/{id}/individualToken', {
    summary: 'Add the owner of a personal account to the workspace that owns the verified domain, and invite them',
    spec: 'super-admin.individual-token-create',
    input: z.object({ id, userId: id }),
    reply: Done,
    may: 'super.trust-domains',
    fails: ['not-found', 'domain-unproven', 'email-taken', 'user-id-taken'],
  }),
  addOwn: post('/administrator/tokens/addIndividual', {
    summary: "Add the owner of a personal account with an address in the workspace's verified domain as a user",
    spec: 'admin-tokens.add-individual',
    input: z.object({ email: email() }),
    reply: User,
    may: 'users.write',
    fails: ['not-found', 'domain-unproven', 'email-taken', 'user-id-taken'],
  }),
})
