import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../ground/endpoint.ts'
import { Done, id, instant, Nothing, optionalText, text } from '../ground/fields.ts'
import { messages } from '../ground/messages.ts'
import { Page, pageOf } from '../ground/page.ts'
import { GroupRule } from './groups/rules.ts'
import { Added, identifiers, Looked, manyIds, Member, Removed, userIds } from './members.ts'

/** 0 holds all users, 1 is made here, 7 comes from a directory (specification §3). */
export const groupTypes = { everyone: 0, internal: 1, external: 7 } as const

export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.int(),
  userCount: z.int(),
  /** Security keys of its users. */
  deviceCount: z.int(),
  policyCount: z.int(),
  /** Null where members are put in by hand. */
  rule: z.nullable(GroupRule),
  /** The rule was set a moment ago and its members are still being found. */
  rulePending: z.boolean(),
  createdAt: instant,
})
export type Group = z.output<typeof Group>

const groupId = id
const Info = {
  name: text(100, messages['required.group-name']),
  description: optionalText(500),
}
const one = { reply: Group, may: 'groups.write' } as const
const large = { bodyLimit: 1024 * 1024 } as const
const handMade = ['not-found', 'imported-read-only', 'everyone-group', 'rule-decides'] as const
const prefix = '/administrator/groups'

export const groups = feature('groups', ['users', 'units', 'statistics', 'bulk-runs'], {
  list: get(prefix, {
    summary: 'List groups; type=local leaves out the groups of a directory and the one of all users',
    spec: 'groups.list',
    input: z.extend(Page, { type: z.optional(z.enum(['local', 'external'])) }),
    reply: pageOf(Group),
    may: 'groups.read',
  }),
  create: post(prefix, {
    summary: 'Create a group, with members or with a rule',
    spec: 'groups.create',
    input: z.object({ ...Info, users: z.optional(userIds), rule: z.optional(z.nullable(GroupRule)) }),
    ...one,
    ...large,
    fails: ['group-name-taken', 'not-found'],
  }),
  ids: get(`${prefix}/ids`, {
    summary: 'Ids and names of the groups, for pickers',
    spec: 'groups.ids',
    input: Nothing,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), type: z.int(), byRule: z.boolean() })),
    }),
    may: 'groups.read',
  }),
  oneWorkspace: get(`${prefix}/oneWorkspace`, {
    summary: 'Groups of the current workspace only, at most 1,000, without counts',
    spec: 'groups.one-workspace',
    input: Nothing,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), type: z.int() })),
    }),
    may: 'groups.read',
  }),
  get: get(`${prefix}/{groupId}`, {
    summary: 'One group',
    spec: 'groups.get',
    input: z.object({ groupId }),
    reply: Group,
    may: 'groups.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{groupId}`, {
    summary: 'Change a group; a rule decides its members from then on, null gives them back into your hands',
    spec: 'groups.update',
    input: z.object({ groupId, ...Info, rule: z.optional(z.nullable(GroupRule)) }),
    ...one,
    fails: [...handMade.slice(0, 3), 'group-name-taken', 'members-not-by-hand'],
  }),
  edit: put(`${prefix}/{groupId}/edit`, {
    summary: 'Edit a group with its members, who replace those it has',
    spec: 'groups.edit',
    input: z.object({ groupId, ...Info, users: z.optional(userIds) }),
    ...one,
    ...large,
    fails: [...handMade, 'group-name-taken'],
  }),
  info: put(`${prefix}/{groupId}/info`, {
    summary: "Edit a group's name and description only",
    spec: 'groups.info',
    input: z.object({ groupId, ...Info }),
    ...one,
    fails: [...handMade.slice(0, 3), 'group-name-taken'],
  }),
  remove: del(`${prefix}/{groupId}`, {
    summary: 'Delete a group; its users stay',
    spec: 'groups.delete',
    input: z.object({ groupId }),
    reply: Done,
    may: 'groups.write',
    fails: ['not-found', 'everyone-group'],
  }),
  members: get(`${prefix}/{groupId}/users`, {
    summary: 'Members of a group',
    spec: 'groups.users-get',
    input: z.extend(Page, { groupId }),
    reply: pageOf(Member),
    may: 'groups.read',
    fails: ['not-found'],
  }),
  addMembers: post(`${prefix}/{groupId}/users`, {
    summary: 'Add members to a group; unknown ids are named and stop nobody else',
    spec: 'groups.users-post',
    input: z.object({ groupId, users: userIds }),
    reply: Added,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  setMembers: put(`${prefix}/{groupId}/users`, {
    summary: 'Set the members of a group: these and no others',
    spec: 'groups.users-put',
    input: z.object({ groupId, users: userIds }),
    reply: z.extend(Added, { removed: z.int() }),
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  removeMembers: del(`${prefix}/{groupId}/users`, {
    summary: 'Remove members from a group',
    spec: 'groups.users-delete',
    input: z.object({ groupId, users: manyIds }),
    reply: Removed,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  suspendMany: put(`${prefix}/suspendMany`, {
    summary: 'Suspend the users of several groups, or activate them; large groups are worked off as runs',
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
    reply: Added,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  deleteUsers: del(`${prefix}/deleteUsers`, {
    summary: 'Remove several users from groups',
    spec: 'groups.delete-users',
    input: z.object({ users: manyIds, groups: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    reply: Removed,
    may: 'groups.write',
    ...large,
    fails: handMade,
  }),
  lookup: post(`${prefix}/members/lookup`, {
    summary: 'Which users these User IDs or email addresses name, and which are in the group already',
    input: z.object({ values: identifiers, group: z.optional(id), unit: z.optional(id) }),
    reply: Looked,
    may: 'users.write',
    unconfirmed: 'looks',
    ...large,
  }),
  previewRule: post(`${prefix}/rules/preview`, {
    summary: 'How many users a rule would take in, and the names of a few',
    input: GroupRule,
    reply: z.object({ count: z.int(), names: z.array(z.string()) }),
    may: 'groups.write',
    unconfirmed: 'looks',
  }),
  addToUser: post('/administrator/tokens/userInfo/group', {
    summary: 'Add a user to groups from the user detail page',
    spec: 'admin-tokens.user-info-group-add',
    input: z.object({ id, groups: z.array(id).check(z.minLength(1, 'Choose a group'), z.maxLength(100)) }),
    reply: Added,
    may: 'users.write',
    aliases: ['/administrator/userInfo/group'],
    fails: handMade,
  }),
  removeFromUser: del('/administrator/tokens/userInfo/group', {
    summary: 'Remove a user from groups on the user detail page',
    spec: 'admin-tokens.user-info-group-remove',
    input: z.object({ id, groups: z.array(id).check(z.minLength(1, 'Choose a group'), z.maxLength(100)) }),
    reply: Removed,
    may: 'users.write',
    aliases: ['/administrator/userInfo/group'],
    fails: handMade,
  }),
})
