import { logged, refusals } from '../platform/text-declarations.ts'

export const unitsLog = logged({
  'unit.created': { label: 'Unit created', did: 'created the organization unit <0/>' },
  'unit.updated': { label: 'Unit changed', did: 'changed the organization unit <0/>' },
  'unit.deleted': { label: 'Unit deleted', did: 'deleted the organization unit <0/>' },
  'unit.joined': { label: 'Users added to unit', did: 'added users to the organization unit <0/>' },
  'unit.left': { label: 'Users removed from unit', did: 'removed users from the organization unit <0/>' },
})

export const unitsRefusals = refusals({
  'unit-name-taken': {
    status: 409,
    says: 'Another organization unit has this name',
    constraint: 'organization_units_name',
  },
})
