import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { DemoUserState } from './demo-users.ts'

export const usersPerState: Readonly<Record<DemoUserState, number>> = {
  active: 1041,
  new: 118,
  pending: 96,
  noDevice: 17,
  suspended: 9,
  needLicense: 3,
}

export const keysInAll = 1412

/** How long the hospital has used the product. */
export const historyDays = 365

export const knownStaff: readonly {
  first: string
  last: string
  fate: DemoUserState
  groups: readonly string[]
  role?: number
}[] = [
  {
    first: 'Dr. Mara',
    last: 'Lindqvist',
    fate: 'active',
    groups: ['Administration', 'Physicians'],
    role: workspaceRoles.owner,
  },
  { first: 'Dr. Amara', last: 'Okafor', fate: 'active', groups: ['Emergency', 'Physicians'] },
  { first: 'Ruth', last: 'Abramov', fate: 'active', groups: ['IT Service Desk'], role: workspaceRoles.administrator },
  { first: 'Jonas', last: 'Lindqvist', fate: 'pending', groups: ['Emergency', 'Nurses'] },
  { first: 'Priya', last: 'Raman', fate: 'noDevice', groups: ['Emergency', 'Nurses'] },
  { first: 'Tomasz', last: 'Wieczorek', fate: 'pending', groups: ['Porters'] },
  { first: 'Ingrid', last: 'Solberg', fate: 'active', groups: ['Radiology'] },
  { first: 'Mateo', last: 'Álvarez', fate: 'noDevice', groups: ['Emergency', 'Nurses'] },
  { first: 'Yuki', last: 'Tanaka', fate: 'active', groups: ['Pharmacy'], role: workspaceRoles.userManagement },
  { first: 'Fatima Zahra', last: 'Benali', fate: 'pending', groups: ['Emergency', 'Night shift'] },
  { first: 'Owen', last: 'Pritchard', fate: 'suspended', groups: ['Contractors'] },
  {
    first: 'Chloé',
    last: 'Dubois',
    fate: 'active',
    groups: ['Emergency', 'Nurses'],
    role: workspaceRoles.userManagement,
  },
  { first: 'Samuel', last: 'Adeyemi', fate: 'needLicense', groups: ['Emergency', 'Physicians'] },
  { first: 'Hana', last: 'Kovářová', fate: 'active', groups: ['Laboratory'], role: workspaceRoles.readOnly },
  { first: 'Liam', last: 'O’Connell', fate: 'new', groups: ['Emergency', 'Night shift'] },
  { first: 'Nadia', last: 'Hussein', fate: 'noDevice', groups: ['Emergency', 'Nurses'] },
  { first: 'Henrik', last: 'Dahl', fate: 'active', groups: ['Administration'], role: workspaceRoles.billingManager },
  { first: 'Emily', last: 'Whitaker', fate: 'active', groups: ['IT Service Desk'], role: workspaceRoles.administrator },
]

const words = (lines: string) => lines.split(',').map(word => word.trim())

export const externalGroups = words(`Physicians, Nurses, Emergency, Surgery, Anaesthesia, Intensive Care, Cardiology,
  Oncology, Paediatrics, Neonatology, Maternity, Neurology, Orthopaedics, Radiology, Nuclear Medicine, Laboratory,
  Pathology, Pharmacy, Dialysis, Dermatology, Urology, Psychiatry, Physiotherapy, Outpatient Clinic, Operating Theatres,
  Sterile Services, Medical Records, Administration, Catering, Porters, Facilities`)

export const internalGroups = words(
  'Night shift, Contractors, IT Service Desk, Shared workstations, Pilot: passkeys, On call',
)

export const unitNames = words(
  'North campus, South campus, East clinic, West clinic, Children’s house, Research building',
)

/** Why sign-ins were refused; texts that the server gives. */
export const refusals = {
  'sign-in.card': 'Wrong PIN',
  'sign-in.code': 'The code was wrong',
  'sign-in.external': 'The account is suspended, deactivated, or deleted',
  'sign-in.passkey': 'The security key is suspended or blocked',
} as const
