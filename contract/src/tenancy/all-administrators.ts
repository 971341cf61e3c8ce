import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, listOf, whole } from '../platform/fields.ts'

import { Page, pageOf } from '../platform/page.ts'
import { Administrator, extraPermissions, PickedUser, roleFrom } from './administrators.ts'
import { confirming, pendingRequestReply } from './second-person.ts'

export const AdministratorOf = z.extend(Administrator, { workspace: z.object({ id: z.string(), name: z.string() }) })
export type AdministratorOf = z.output<typeof AdministratorOf>

const Listed = z.extend(Page, { sort: z.optional(z.enum(['name', 'role', 'workspace', 'lastSignIn', 'created'])) })
const ByRole = { role: z.optional(whole(0, 6)) }
// Super administrators are users of the installation's own workspace
const AnyRights = {
  role: roleFrom(0, /^(?:[0-6]|superadmin|owner|contributor)$/i),
  additionalPermissions: extraPermissions,
}
const ofOne = '/superAdmin/administrators/workspace/{id}'
const may = 'super.administrators'

export const allAdministrators = feature('all-administrators', ['workspaces', 'administrators', 'second-person'], {
  business: get('/superAdmin/administrators/admins/business', {
    summary: 'List administrators of business workspaces',
    spec: 'super-admin.business-admins',
    input: z.extend(Listed, ByRole),
    reply: pageOf(AdministratorOf),
    may,
  }),
  ofWorkspace: get(ofOne, {
    summary: 'List the administrators of a workspace',
    spec: 'super-admin.workspace-admins',
    input: z.extend(Listed, { id }),
    reply: pageOf(AdministratorOf),
    may,
    fails: ['not-found'],
  }),
  filtered: get(`${ofOne}/filter`, {
    summary: 'List the administrators of a workspace with a given role',
    spec: 'super-admin.workspace-admins-filter',
    aliases: ['/superAdmin/administrators/workspace/filter'],
    input: z.extend(Listed, { id, ...ByRole }),
    reply: pageOf(AdministratorOf),
    may,
    fails: ['not-found'],
  }),
  candidates: get(`${ofOne}/non-admins`, {
    summary: 'List users of a workspace who are not administrators, for the picker; returns at most 50 matches',
    input: z.object({ id, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(PickedUser) }),
    may,
    fails: ['not-found'],
  }),
  create: post(ofOne, {
    summary: "Make users of a workspace administrators; role 0 only in the installation's own workspace",
    input: z.object({
      id,
      ids: z.array(id).check(z.minLength(1, 'Choose at least one user'), z.maxLength(100)),
      ...AnyRights,
    }),
    reply: Done,
    may,
    fresh: true,
    fails: ['not-found', 'already-administrator', 'not-here'],
  }),
  update: put(ofOne, {
    summary: 'Change the role and additional permissions of an administrator of a workspace',
    input: z.object({ id, userId: id, ...AnyRights }),
    reply: Done,
    may,
    fresh: true,
    fails: ['not-found', 'own-role', 'last-owner', 'not-here'],
  }),
  remove: del(ofOne, {
    summary: 'Remove the role from administrators of a workspace; they stay users',
    input: z.object({ id, ids: listOf(id, 100) }),
    reply: Done,
    may,
    fails: ['not-found', 'own-role', 'last-owner'],
  }),
  changeOwner: put('/superAdmin/workspaces/{id}/owner', {
    summary:
      'Make a user the only owner of a workspace; former owners become administrators, and all are notified by email',
    spec: 'super-admin.workspace-owner',
    input: z.object({ id, userId: id }),
    reply: z.extend(Done, { waits: pendingRequestReply }),
    may,
    fresh: true,
    fails: ['not-found', 'change-refused', 'not-here', 'second-person-waits'],
  }),
  confirmOwner: post(`${confirming.path}/{request}/confirm-owner`, {
    summary: 'Confirm an owner change that another super administrator asked for',
    input: confirming.input,
    reply: Done,
    may,
    fresh: true,
    fails: [...confirming.fails, 'change-refused', 'not-here'],
  }),
})
