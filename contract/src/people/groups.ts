import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, nameText, Nothing, optionalText, lockOutSeen } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { GroupRule } from './groups/rules.ts'
import { AddedMembers, identifiers, MemberLookup, manyIds, Member, RemovedMembers, userIds } from './members.ts'

/** 0 contains all users, 1 is local, 7 comes from a directory (specification §3). */
export const groupTypes = { everyone: 0, internal: 1, external: 7 } as const

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.int(),
  userCount: z.int(),
  deviceCount: z.int(),
  policyCount: z.int(),
  rule: z.nullable(GroupRule),
  rulePending: z.boolean(),
  /** Ended groups have no members; policies that block the former members keep blocking them. */
  endedAt: z.nullable(instant),
  formerMembers: z.int(),
  /** The directory that the group comes from; names are unique within it. */
  source: z.nullable(z.object({ id: z.string(), name: z.string() })),
  createdAt: instant,
})
export type Group = z.output<typeof Group>

const groupId = id
const Info = {
  name: nameText(100, messages['required.group-name']),
  description: optionalText(500),
}
const one = { reply: Group, may: 'groups.write' } as const
const large = { bodyLimit: 1024 * 1024 } as const
const handMade = ['not-found', 'imported-read-only', 'everyone-group', 'rule-decides'] as const
const prefix = '/administrator/groups'

export const groups = feature('groups', ['users', 'units', 'statistics', 'bulk-runs'], {
  list: get(prefix, {
    summary: 'List groups; type=local omits directory groups and the "All users" group',
    spec: 'groups.list',
    input: z.extend(Page, { type: z.optional(z.enum(['local', 'external'])) }),
    reply: pageOf(Group),
    may: 'groups.read',
  }),
  create: post(prefix, {
    summary: 'Create a group with members or a rule',
    spec: 'groups.create',
    input: z.object({ ...Info, users: z.optional(userIds), rule: z.optional(z.nullable(GroupRule)) }),
    ...one,
    ...large,
    fails: ['group-name-taken', 'not-found'],
  }),
  ids: get(`${prefix}/ids`, {
    summary: 'List group IDs and names for pickers',
    spec: 'groups.ids',
    input: Nothing,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), type: z.int(), byRule: z.boolean() })),
    }),
    may: 'groups.read',
  }),
  oneWorkspace: get(`${prefix}/oneWorkspace`, {
    summary: 'List groups of the current workspace without counts, at most 1,000',
    spec: 'groups.one-workspace',
    input: Nothing,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), type: z.int() })),
    }),
    may: 'groups.read',
  }),
  get: get(`${prefix}/{groupId}`, {
    summary: 'Get a group',
    spec: 'groups.get',
    input: z.object({ groupId }),
    reply: Group,
    may: 'groups.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{groupId}`, {
    summary: 'Update a group; a rule sets its members automatically, null makes membership manual again',
    spec: 'groups.update',
    input: z.object({ groupId, ...Info, rule: z.optional(z.nullable(GroupRule)) }),
    ...one,
    fails: [...handMade.slice(0, 3), 'group-name-taken', 'members-not-by-hand'],
  }),
  edit: put(`${prefix}/{groupId}/edit`, {
    summary: 'Update a group and replace its members',
    spec: 'groups.edit',
    input: z.object({ groupId, ...Info, users: z.optional(userIds) }),
    ...one,
    ...large,
    fails: [...handMade, 'group-name-taken'],
  }),
  info: put(`${prefix}/{groupId}/info`, {
    summary: "Update a group's name and description",
    spec: 'groups.info',
    input: z.object({ groupId, ...Info }),
    ...one,
    fails: [...handMade.slice(0, 3), 'group-name-taken'],
  }),
  remove: del(`${prefix}/{groupId}`, {
    summary:
      'Delete a group; its users stay in the workspace. A group that policies or authentication profiles name is ended instead',
    spec: 'groups.delete',
    input: z.object({ groupId, lockOutSeen }),
    reply: Done,
    may: 'groups.write',
    fails: ['not-found', 'everyone-group', 'group-still-named', 'owners-locked-out'],
  }),
  members: get(`${prefix}/{groupId}/users`, {
    summary: 'List members of a group',
    spec: 'groups.users-get',
    input: z.extend(Page, { groupId }),
    reply: pageOf(Member),
    may: 'groups.read',
    fails: ['not-found'],
  }),
  addMembers: post(`${prefix}/{groupId}/users`, {
    summary: "Add members to a group; unknown IDs are reported and don't block the others",
    spec: 'groups.users-post',
    input: z.object({ groupId, users: userIds }),
    reply: AddedMembers,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  setMembers: put(`${prefix}/{groupId}/users`, {
    summary: 'Replace the members of a group',
    spec: 'groups.users-put',
    input: z.object({ groupId, users: userIds }),
    reply: z.extend(AddedMembers, { removed: z.int() }),
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  removeMembers: del(`${prefix}/{groupId}/users`, {
    summary: 'Remove members from a group',
    spec: 'groups.users-delete',
    input: z.object({ groupId, users: manyIds }),
    reply: RemovedMembers,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  suspendMany: put(`${prefix}/suspendMany`, {
    summary: 'Suspend or activate the users of several groups; large groups are processed as runs',
    spec: 'groups.suspend-many',
    input: z.object({
      ids: z.array(id).check(z.minLength(1, 'Choose a group'), z.maxLength(100)),
      suspend: z._default(z.boolean(), true),
    }),
    reply: z.object({
      runs: z.array(z.object({ id: z.string(), group: z.string(), total: z.int(), succeeded: z.int() })),
    }),
    may: 'users.write',
    fails: ['not-found'],
  }),
  addUsers: post(`${prefix}/addUsers`, {
    summary: 'Add several users to several groups',
    spec: 'groups.add-users',
    input: z.object({ users: userIds, groups: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    reply: AddedMembers,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  deleteUsers: del(`${prefix}/deleteUsers`, {
    summary: 'Remove several users from several groups',
    spec: 'groups.delete-users',
    input: z.object({ users: manyIds, groups: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    reply: RemovedMembers,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  lookup: post(`${prefix}/members/lookup`, {
    summary: 'Resolve User IDs or email addresses to users, and mark existing members of the group',
    input: z.object({ values: identifiers, group: z.optional(id), unit: z.optional(id) }),
    reply: MemberLookup,
    may: 'users.write',
    unconfirmed: 'looks',
    ...large,
  }),
  previewRule: post(`${prefix}/rules/preview`, {
    summary: 'Preview a group rule: number of matching users and a few names',
    input: GroupRule,
    reply: z.object({ count: z.int(), names: z.array(z.string()) }),
    may: 'groups.write',
    unconfirmed: 'looks',
  }),
  addToUser: post('/administrator/tokens/userInfo/group', {
    summary: 'Add a user to groups',
    spec: 'admin-tokens.user-info-group-add',
    input: z.object({ id, groups: z.array(id).check(z.minLength(1, 'Choose a group'), z.maxLength(100)) }),
    reply: AddedMembers,
    may: 'users.write',
    aliases: ['/administrator/userInfo/group'],
    fails: handMade,
  }),
  removeFromUser: del('/administrator/tokens/userInfo/group', {
    summary: 'Remove a user from groups',
    spec: 'admin-tokens.user-info-group-remove',
    input: z.object({ id, groups: z.array(id).check(z.minLength(1, 'Choose a group'), z.maxLength(100)) }),
    reply: RemovedMembers,
    may: 'users.write',
    aliases: ['/administrator/userInfo/group'],
    fails: handMade,
  }),
})
