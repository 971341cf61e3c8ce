import { logged, refusals } from '../platform/text-declarations.ts'

export const administratorsLog = logged({
  'administrator.created': { label: 'Administrator added', did: 'made <0/> an administrator' },
  'administrator.updated': { label: 'Administrator changed', did: 'changed the role of <0/>' },
  'administrator.removed': { label: 'Administrator removed', did: 'removed the administrator role from <0/>' },
  'administrator.offered': { label: 'Role offered', did: 'offered a role to <0/>' },
  'administrator.withdrawn': { label: 'Role offer withdrawn', did: 'withdrew the role offered to <0/>' },
  'administrator.accepted': { label: 'Role accepted', did: 'accepted a role' },
  'administrator.declined': { label: 'Role declined', did: 'declined a role' },
  'owner-change.asked': { label: 'Ownership offered', did: 'offered ownership of the workspace to <0/>' },
  'owner-change.accepted': { label: 'Owner changed', did: 'became the owner of the workspace' },
  'owner-change.declined': { label: 'Ownership offer declined', did: 'declined ownership of the workspace' },
  'owner-change.withdrawn': { label: 'Ownership offer withdrawn', did: 'withdrew the ownership offer to <0/>' },
  'owner-change.decided': {
    label: 'Owner changed by a super administrator',
    did: 'made <0/> the owner of the workspace',
  },
})

export const administratorsRefusals = refusals({
  'last-owner': { status: 409, says: 'A workspace needs an owner. Add another owner first' },
  'beyond-own': { status: 403, says: "You can't grant permissions you don't have yourself" },
  'own-role': { status: 409, says: "You can't change your own role. Ask another administrator" },
  'already-administrator': {
    status: 409,
    says: 'This user is already an administrator',
    constraint: 'administrators_pkey',
  },
  'own-passkey': {
    status: 409,
    says: 'Confirm with a passkey that you created yourself. Keys that other people set up for you are not enough',
  },
  'offer-over': { status: 409, says: 'This offer was withdrawn or answered, or has expired' },
})
