import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, flag, id, instant, listOf, nameText, optionalText, whole, lockOutSeen } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { roleFrom } from '../tenancy/administrators.ts'
import { AddedMembers, manyIds, Member, RemovedMembers, userIds } from './members.ts'

const Named = z.object({ id: z.string(), name: z.string() })

export const Unit = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  userCount: z.int(),
  groups: z.array(Named),
  admins: z.array(Named),
  createdAt: instant,
})
export type Unit = z.output<typeof Unit>

export const UnitAdministrator = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
  role: z.int(),
  additionalPermissions: z.array(z.int()),
  units: z.array(Named),
  /** False while the role is pending. */
  accepted: z.boolean(),
})
export type UnitAdministrator = z.output<typeof UnitAdministrator>

const groupIds = z.array(id).check(z.maxLength(100))
const Info = {
  name: nameText(100, messages['required.organization-unit-name']),
  description: optionalText(500),
  users: z.optional(userIds),
  groups: z.optional(groupIds),
}
/** IDs in the body, or comma-separated in the address (decision G20). */
const ids = listOf(id, 1000)
const large = { bodyLimit: 1024 * 1024 } as const
const prefix = '/administrator/organization-units'
const ofUser = '/administrator/tokens/{userId}/organization-units'
const administrators = '/administrator/workspace/organization-units/administrators'

const Appointed = {
  /** Role 2 or lower, because an owner always owns the entire workspace. */
  role: roleFrom(2, /^(?:[2-5]|contributor)$/i),
  additionalPermissions: z.optional(z.array(whole(1, 4)).check(z.maxLength(4))),
  units: z.array(id).check(z.minLength(1, 'Choose at least one organization unit'), z.maxLength(100)),
}

export const units = feature('units', ['users', 'groups', 'administrators'], {
  list: get(prefix, {
    summary: 'List organization units',
    spec: 'organization-units.list',
    input: Page,
    reply: pageOf(Unit),
    may: 'units.read',
  }),
  create: post(prefix, {
    summary: 'Create an organization unit',
    spec: 'organization-units.create',
    input: z.object(Info),
    reply: Unit,
    may: 'units.write',
    ...large,
    fails: ['unit-name-taken', 'not-found'],
  }),
  removeMany: del(prefix, {
    summary: 'Delete organization units; their users stay in the workspace',
    spec: 'organization-units.delete-many',
    input: z.object({ ids, lockOutSeen }),
    reply: Done,
    may: 'units.write',
    fails: ['not-found', 'still-blocks', 'owners-locked-out'],
  }),
  names: get(`${prefix}/names`, {
    summary:
      'List organization unit IDs and names for pickers; hasAdmin limits the list to units with an administrator',
    spec: 'organization-units.names',
    input: z.object({ hasAdmin: z.optional(flag) }),
    reply: z.object({ items: z.array(Named) }),
    may: 'units.read',
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get an organization unit',
    spec: 'organization-units.get',
    input: z.object({ id }),
    reply: Unit,
    may: 'units.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Update an organization unit; users and groups in the request replace the existing ones',
    spec: 'organization-units.update',
    input: z.object({ id, ...Info }),
    reply: Unit,
    may: 'units.write',
    ...large,
    fails: ['not-found', 'unit-name-taken'],
  }),
  members: get(`${prefix}/{id}/tokens`, {
    summary: 'List users of an organization unit',
    input: z.extend(Page, { id }),
    reply: pageOf(Member),
    may: 'units.read',
    fails: ['not-found'],
  }),
  addMembers: post(`${prefix}/{id}/tokens`, {
    summary: "Add users to an organization unit; unknown IDs are reported and don't block the others",
    input: z.object({ id, users: userIds }),
    reply: AddedMembers,
    may: 'units.write',
    ...large,
    fails: ['not-found'],
  }),
  removeMembers: del(`${prefix}/{ouId}/tokens`, {
    summary: 'Remove users from an organization unit',
    spec: 'organization-units.users-remove',
    input: z.object({ ouId: id, ids: manyIds }),
    ...large,
    reply: RemovedMembers,
    may: 'users.write',
    fails: ['not-found'],
  }),
  ofUser: get(ofUser, {
    summary: 'List organization units of a user',
    spec: 'organization-units.of-user',
    input: z.object({ userId: id }),
    reply: z.object({ items: z.array(Named) }),
    may: 'units.read',
    fails: ['not-found'],
  }),
  setOfUser: put(ofUser, {
    summary: 'Replace the organization units of a user',
    spec: 'organization-units.of-user-set',
    input: z.object({ userId: id, ids }),
    reply: z.object({ items: z.array(Named) }),
    may: 'users.write',
    fails: ['not-found'],
  }),
  removeOfUser: del(ofUser, {
    summary: 'Remove a user from organization units',
    spec: 'organization-units.of-user-remove',
    input: z.object({ userId: id, ids }),
    reply: RemovedMembers,
    may: 'users.write',
    fails: ['not-found'],
  }),
  administrators: get(administrators, {
    summary: 'List organization-unit administrators',
    spec: 'organization-units.admins-list',
    input: z.object({ unit: z.optional(id) }),
    reply: z.object({ items: z.array(UnitAdministrator) }),
    may: 'admins.read',
  }),
  addAdministrator: post(administrators, {
    summary: 'Add an organization-unit administrator',
    spec: 'organization-units.admins-create',
    input: z.object({ id, ...Appointed }),
    reply: UnitAdministrator,
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'already-administrator', 'beyond-own'],
  }),
  changeAdministrator: put(administrators, {
    summary: 'Update an organization-unit administrator',
    spec: 'organization-units.admins-update',
    input: z.object({ id, ...Appointed }),
    reply: UnitAdministrator,
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'own-role', 'beyond-own', 'above-you'],
  }),
  removeAdministrators: del(administrators, {
    summary: 'Remove organization-unit administrators',
    spec: 'organization-units.admins-delete',
    input: z.object({ ids }),
    reply: RemovedMembers,
    may: 'admins.write',
    fails: ['not-found', 'own-role'],
  }),
})
