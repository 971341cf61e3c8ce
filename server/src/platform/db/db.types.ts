// Printed from a migrated database by `npm run print:tables`; a law says that they match.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<Record<string, unknown>, string, string>
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>

interface AccountLinks {
  workspace_id: string
  id: string
  user_id: string
  purpose: string
  key_id: string | null
  secret_hash: Buffer
  challenge: Buffer | null
  made_by: string | null
  opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  withdrawn: Generated<boolean>
  created_at: Defaulted<Timestamp>
  expires_at: Timestamp
}

interface Activities {
  workspace_id: string
  id: string
  at: Timestamp
  kind: string
  action: string
  status: number
  reason: string | null
  actor_id: string | null
  actor_name: string
  object_type: string | null
  object_id: string | null
  object_name: string | null
  before: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  after: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  ip: string | null
  user_agent: string | null
  request_id: string | null
  decision: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  xid: Generated<number>
}

interface ActivityChains {
  workspace_id: string
  anchor_position: number
  anchor_hash: Buffer
  position: number
  hash: Buffer
  sealed_at: Timestamp
  seal: Buffer
}

interface ActivityLinking {
  workspace_id: string
  linked_below: string
  begun_below: string
  all_below: string
  passed_at: Timestamp
  mark: string | null
  mark_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  seal: Buffer
}

interface ActivityLinks {
  workspace_id: string
  position: number
  activity_id: string
  not_before: Timestamp
  hash: Buffer
  who: number | null
  action: string | null
}

interface ActivityNames {
  workspace_id: string
  month: number
  thing: string
  name: string
}

interface ActivitySeals {
  workspace_id: string
  position: number
  hash: Buffer
  sealed_at: Timestamp
  seal: Buffer
}

interface AddressChanges {
  workspace_id: string
  user_id: string
  email: string
  asked_by: string
  asked_at: Timestamp
  expires_at: Timestamp
}

interface Administrators {
  workspace_id: string
  user_id: string
  role: number
  additional: Generated<number[]>
  type: Generated<number>
  created_at: Defaulted<Timestamp>
}

interface AgentSecrets {
  workspace_id: string
  hash: Buffer
  made_by_name: string
  made_at: Timestamp
}

interface Announcements {
  id: string
  text: string
  level: string
  language: string | null
  type: number | null
  partner_id: string | null
  ends_at: Timestamp
  created_by: string
  created_at: Timestamp
  emailed: number | null
  mail_cursor: Generated<string>
}

interface ApiApplications {
  workspace_id: string
  id: string
  name: string
  type: string
  tenant_id: string | null
  client_id: string | null
  address: string
  certificate: string | null
  sealed: Buffer
  ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  check_reason: string | null
  check_missing: Generated<string[]>
  told_days: number | null
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  operators: Generated<boolean>
}

interface ApiKeys {
  workspace_id: string
  id: string
  name: string
  type: number
  hash: Buffer
  scopes: string[] | null
  granted: Generated<string[]>
  addresses: Generated<string[]>
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  created_by: string
  keeper_id: string | null
  notified_loss: string | null
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_used_ip: string | null
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface ApplicationAssignments {
  workspace_id: string
  application_id: string
  group_id: string | null
  unit_id: string | null
  user_id: string | null
  subject: GeneratedAlways<string>
}

interface ApplicationAttempts {
  workspace_id: string
  id: string
  application_id: string | null
  at: Timestamp
  sealed: Buffer
}

interface ApplicationDays {
  workspace_id: string
  application_id: string
  day: string
  part: number
  uses: number
  last_at: Timestamp
}

interface ApplicationPeople {
  workspace_id: string
  user_id: string
  application_id: string
  favourite: Generated<boolean>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface ApplicationPictures {
  workspace_id: string
  application_id: string
  media_type: string
  bytes: Buffer
  digest: string
}

interface ApplicationUses {
  workspace_id: string
  day: string
  user_id: string
  application_id: string
  uses: number
}

interface Applications {
  workspace_id: string
  id: string
  protocol: number
  name: string
  description: Generated<string>
  preset: string | null
  preset_values: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  client_id: string | null
  entity_id: string | null
  active: Generated<boolean>
  own: Generated<boolean>
  hidden: Generated<boolean>
  everyone: Generated<boolean>
  settings: Json
  mapping: Json
  secret_sealed: Buffer | null
  former_sealed: Buffer | null
  former_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  certificate_ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  warned_days: number | null
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  search: GeneratedAlways<string>
}

interface AttendanceApiKeys {
  workspace_id: string
  session_id: string
  api_key_id: string
}

interface AttendanceCorrections {
  workspace_id: string
  session_id: string
  id: string
  person_id: string
  name: string
  kind: string
  reason: string
  at: Timestamp
  by_id: string | null
  by_name: string
  before_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  before_out_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  after_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  after_out_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface AttendanceKiosks {
  workspace_id: string
  id: string
  session_id: string
  name: string
  purpose: string
  direction: string
  hash: Buffer | null
  link_hash: Buffer | null
  link_ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  api_key_id: string | null
  made_by: string
  maker_id: string | null
  made_at: Timestamp
  opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  paid_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface AttendanceMusterMarks {
  workspace_id: string
  muster_id: string
  id: string
  person_id: string | null
  safe: boolean
  note: Generated<string>
  at: Timestamp
  by_name: string
}

interface AttendanceMusterPeople {
  workspace_id: string
  muster_id: string
  person_id: string
  name: string
  unit_id: string | null
  unit_name: string | null
  in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  extra: boolean
  safe: Generated<boolean>
  marked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  marked_by: string | null
  note: Generated<string>
  changed_in: Generated<number>
  sort_name: GeneratedAlways<string>
}

interface AttendanceMusters {
  workspace_id: string
  id: string
  session_id: string
  place: Generated<string>
  started_at: Timestamp
  started_by: string
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface AttendanceParticipants {
  workspace_id: string
  session_id: string
  person_id: string
  name: string
  expected: boolean
  status: Generated<string>
  late: Generated<boolean>
  in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  out_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_out_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  fixed: string | null
  fixed_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  fixed_out_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  refused: Generated<number>
  corrections: Generated<number>
  changed_in: Generated<number>
  sort_name: GeneratedAlways<string>
}

interface AttendanceSeals {
  workspace_id: string
  session_id: string
  version: number
  at: Timestamp
  by_name: string
  digest: string
  signature: string
  public_key: string
  document: string | null
}

interface AttendanceSessions {
  workspace_id: string
  id: string
  title: string
  place: Generated<string>
  starts_at: Timestamp
  ends_at: Timestamp
  opening: string
  open_before: number
  closing: string
  close_after: number
  opens_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  closes_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  opening_noted: Generated<boolean>
  sealed: Generated<boolean>
  mode: string
  late_after: number | null
  unexpected: string
  attributes: string[]
  languages: string[]
  expects_everyone: Generated<boolean>
  expected_groups: Generated<string[]>
  expected_units: Generated<string[]>
  expected_users: Generated<string[]>
  template_id: string | null
  created_at: Timestamp
  created_by: string
  counts: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  anonymized_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  search: GeneratedAlways<string>
  sort_title: GeneratedAlways<string>
}

interface AttendanceSettings {
  workspace_id: string
  retention_days: number | null
  retention_action: Generated<string>
}

interface AttendanceTallies {
  workspace_id: string
  session_id: string
  id: number
  quarter: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  people: number
  expected: number
  present: number
  late: number
  gone: number
  missing: number
  unexpected: number
}

interface AttendanceTaps {
  workspace_id: string
  session_id: string
  id: string
  at: Timestamp
  sent_at: Timestamp
  received_at: Timestamp
  direction: string
  result: number
  reason: string | null
  went: string | null
  person_id: string | null
  key_id: string | null
  kiosk_id: string | null
  by_name: string | null
}

interface AttendanceTemplates {
  workspace_id: string
  id: string
  name: string
  settings: Json
  minutes: number
  week_days: number[] | null
  week_time: string | null
  week_from: string | null
  week_until: string | null
  created_at: Timestamp
}

interface AuthenticationProfileGroups {
  workspace_id: string
  profile_id: string
  group_id: string
}

interface AuthenticationProfiles {
  workspace_id: string
  id: string
  name: string
  type: string
  methods: string[]
  auto_start: string | null
  provider_ids: string[] | null
  provider_id: string | null
  everybody: boolean
  position: number
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
}

interface AuthenticationStrengths {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  content: Json
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
}

interface BaselineChanges {
  workspace_id: string
  change: Generated<string>
}

interface BaselineVersions {
  workspace_id: string
  baseline_id: string
  version: number
  note: Generated<string>
  document: Json
  contents: Json
  published_at: Timestamp
  published_by: string
}

interface Baselines {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  version: number
}

interface BillPayments {
  workspace_id: string
  bill_id: string
  reference: string
  amount: number
  method: number
  received_at: Timestamp
  by_name: string | null
}

interface BillReminders {
  workspace_id: string
  bill_id: string
  days: number
  sent_at: Timestamp
}

interface BillSeries {
  prefix: string
  year: number
  last: number
}

interface BillingPeriods {
  workspace_id: string
  from_day: string
  to_day: string
  bill_id: string | null
  closed_at: Timestamp
}

interface BillingPolicies {
  workspace_id: string
  currency: string
  key_limit: number | null
  own_limit: number | null
  discount: Generated<number>
  exempt: Generated<boolean>
  payment_method: number | null
  buyer: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  email: string | null
  updated_at: Timestamp
}

interface Bills {
  workspace_id: string
  id: string
  kind: number
  number: string | null
  corrects: string | null
  status: number
  plan: number
  from_day: string
  to_day: string
  currency: string
  keys: number
  price: number
  lines: Json
  subtotal: number
  tax_rate: number
  reverse_charge: boolean
  tax: number
  total: number
  seller: Json
  buyer: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  workspace_name: string
  language: string
  payment_method: number | null
  paid: Generated<number>
  credited: Generated<number>
  refunded: Generated<number>
  disputed: Generated<boolean>
  issued_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  due_day: string | null
  paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
}

interface BreakGlassCodes {
  workspace_id: string
  hash: Buffer
  made_by: string
  made_at: Timestamp
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface CardImportPins {
  workspace_id: string
  id: string
  work_id: string
  row: number
  set_at: Timestamp
  sealed: Buffer
}

interface CodeConsents {
  workspace_id: string
  user_id: string
  given_at: Timestamp
}

interface ContactChanges {
  workspace_id: string
  user_id: string
  email: string | null
  phone_country: string | null
  phone_number: string | null
  code_hash: Buffer
  tries: Generated<number>
  sent_at: Timestamp
  expires_at: Timestamp
}

interface Credentials {
  workspace_id: string
  id: string
  user_id: string
  security_key_id: string
  credential_id: Buffer
  public_key: Buffer
  algorithm: number
  aaguid: string
  name: string
  transports: Generated<string[]>
  backup_eligible: boolean
  attestation: string
  created_at: Defaulted<Timestamp>
  backup_state: boolean
  sign_count: Generated<number>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface DefaultAccounts {
  workspace_id: string
  user_id: string
  account_id: string
}

interface DelegationRequests {
  request: string
  device_hash: Buffer
  tool: string
  version: string
  purpose: string
  device: string
  code: string
  ip: string
  asked_at: Timestamp
  expires_at: Timestamp
  state: Generated<string>
  workspace_id: string | null
  delegation_id: string | null
}

interface Delegations {
  workspace_id: string
  id: string
  tool: string
  version: string
  purpose: string
  user_id: string
  administrator_id: string
  administrator_name: string
  units_of: string | null
  secret_hash: Buffer | null
  created_at: Timestamp
  expires_at: Timestamp
  uses: Generated<number>
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface DeviceCounts {
  workspace_id: string
  id: number
  kind: number
  offline: boolean
  has_driver: boolean
  without_app: boolean
  devices: number
}

interface DeviceGroupMembers {
  workspace_id: string
  group_id: string
  device_id: string
}

interface DeviceGroups {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  created_at: Timestamp
}

interface DeviceUses {
  workspace_id: string
  device_id: string
  user_id: string
  security_key_id: string
  first_at: Timestamp
  last_at: Timestamp
  offline_used: Generated<number>
}

interface Devices {
  workspace_id: string
  id: string
  kind: number
  machine_id: string
  host_name: string
  registered_name: string
  name: string
  hash: Buffer
  platform: string
  client: string
  version: string
  apps: Json
  has_driver: Generated<boolean>
  offline: Generated<boolean>
  offline_uses: Generated<number>
  offline_hours: Generated<number>
  remembered_pin_hours: Generated<number>
  account_name: string | null
  account_sealed: Buffer | null
  account_set_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  api_key_name: string
  created_at: Timestamp
  last_seen_at: Timestamp
  has_agent: Generated<boolean>
  imported_id: string | null
  imported_tenant: string | null
  imported_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  sort_name: GeneratedAlways<string>
  search: GeneratedAlways<string>
}

interface DirectoryClashes {
  workspace_id: string
  connection_id: string
  anchor: string
  local_id: string
  because: string
  fields: Json
  apart: Generated<boolean>
  found_at: Timestamp
  groups: Generated<string[]>
}

interface DirectoryConnections {
  workspace_id: string
  id: string
  kind: number
  name: string
  active: Generated<boolean>
  api_application_id: string | null
  settings: Json
  sealed: Buffer | null
  mapping: Json
  mode: Generated<number>
  every_minutes: number | null
  next_run_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  cursor: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  swept_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  leaving: Generated<string>
  delete_after_days: Generated<number>
  unmanaged_leave: Generated<boolean>
  brake_people: Generated<number>
  brake_percent: Generated<number>
  roles: Generated<number[]>
  touches_rank: Generated<boolean>
  private_hosts: Generated<string[]>
  approved_by: string | null
  approved_name: string | null
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  approved_for: string | null
  paused_reason: string | null
  connection: Generated<string>
  connection_reason: string | null
  connected_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  brake_changes_percent: Generated<number>
  silence_told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  position: Generated<number>
  leads: Generated<string[]>
  joins: Generated<boolean>
}

interface DirectoryLinks {
  workspace_id: string
  connection_id: string
  what: string
  anchor: string
  local_id: string
  told: Buffer
  active_there: Generated<boolean>
  left_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  role_given: number | null
  created_at: Timestamp
  changed_at: Timestamp
}

interface DirectoryRuns {
  workspace_id: string
  id: string
  connection_id: string
  connection_name: string
  kind: number
  mode: number
  dry: boolean
  started_by: string
  unmanaged: Generated<boolean>
  only_some: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  state: string
  whole: boolean | null
  work_id: string | null
  cursor: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  counts: Json
  over_brake: Generated<boolean>
  reason: string | null
  tries: Generated<number>
  agreed_name: string | null
  actor_id: string | null
  actor_name: string
  created_at: Timestamp
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  touched_at: Defaulted<Timestamp>
  exceeds: Generated<string[]>
}

interface EmailSignIns {
  id: string
  email: string
  workspace_id: string | null
  code_by: string
  code_hash: Buffer
  tries: Generated<number>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  texted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  called_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  code_expires_at: Timestamp
  proven_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proven_by: string | null
  proven_users: string[] | null
  expires_at: Timestamp
}

interface EndedGroupMembers {
  workspace_id: string
  group_id: string
  user_id: string
}

interface ExternalLinks {
  workspace_id: string
  provider_id: string
  subject: string
  user_id: string
  confirmed: boolean
  role_given: number | null
  linked_at: Timestamp
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface ExternalSessions {
  workspace_id: string
  session_id: string
  provider_id: string
  user_id: string
  subject: string
  sid: string | null
  leave: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  id_token: Buffer | null
}

interface ExternalSignIns {
  workspace_id: string
  id: string
  provider_id: string
  provider_version: number
  browser_hash: Buffer | null
  redirect_url: string | null
  tested_by: string | null
  visit: string | null
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  identity: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  id_token: Buffer | null
  report: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  code_hash: Buffer | null
  code_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  pending: Generated<boolean>
  created_at: Timestamp
  expires_at: Timestamp
  about: string | null
}

interface FingerprintEnrolments {
  workspace_id: string
  id: string
  user_id: string
  key_id: string
  challenge_hash: Buffer
  provider: number
  own: boolean
  app_id: string | null
  state: Generated<number>
  starts_before: Timestamp
  ends_at: Timestamp
  created_at: Timestamp
}

interface FingerprintTemplates {
  workspace_id: string
  id: string
  user_id: string
  key_id: string
  enrolment_id: string | null
  name: string
  provider: number
  model: string
  sealed: Buffer
  created_at: Timestamp
}

interface FollowedBaselines {
  workspace_id: string
  partner_id: string
  baseline_id: string
  state: number
  offered_at: Timestamp
  version: number | null
  parts: Generated<string[]>
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  accepted_by: string | null
  drift: Generated<Json>
  drifted: Generated<number>
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface FreedAddresses {
  kind: string
  address: string
  former_workspace: string
  freed_at: Defaulted<Timestamp>
}

interface GroupMembers {
  workspace_id: string
  group_id: string
  user_id: string
}

interface GroupRuleChanges {
  workspace_id: string
  user_id: string
}

interface GroupRules {
  workspace_id: string
  group_id: string
  match: string
  conditions: Json
  applied_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface Groups {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  type: Generated<number>
  created_at: Defaulted<Timestamp>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  source_id: string | null
}

interface Guesses {
  about: Buffer
  tried: Date[]
  judged: Generated<Date[]>
  ends_at: Timestamp
}

interface HeadCounts {
  workspace_id: string
  of: string
  id: number
  status: number
  users: number
  keys: number
}

interface HeldCards {
  workspace_id: string
  security_key_id: string
  tries_left: number
  not_before: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tries_of: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tried_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  making_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface HeldCredentials {
  workspace_id: string
  id: string
  security_key_id: string
  credential_id: Buffer
  rp_id: string
  rp_name: string | null
  user_handle: Buffer
  user_name: string | null
  user_display_name: string | null
  public_key: Buffer
  vault: string
  vault_key: Buffer
  hmac_seeds: Buffer | null
  discoverable: boolean
  protection: number
  blob: Buffer | null
  counter: Generated<number>
  made_at: Timestamp
  made_by_name: string | null
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  gone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface IdentifierValues {
  workspace_id: string
  field: string
  value: string
  user_id: string
}

interface IdentifyingFields {
  workspace_id: string
  field: string
}

interface IdentityProviders {
  workspace_id: string
  id: string
  protocol: number
  preset: string
  name: string
  active: Generated<boolean>
  issuer: string
  settings: Json
  sealed: Buffer | null
  next_sealed: Buffer | null
  metadata_url: string | null
  metadata_read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  metadata_fault: string | null
  waiting: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  waiting_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  certificate_ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  told_days: number | null
  own_ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  own_told_days: number | null
  version: Generated<number>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  search: GeneratedAlways<string>
}

interface ImportMappings {
  workspace_id: string
  header: string
  field: string
}

interface InstallationDays {
  day: string
  workspaces: number
  users: number
  keys: number
  created: number
  deleted: number
  sign_ins: number
  failed: number
}

interface InstallationSecrets {
  name: string
  sealed: Buffer
  created_at: Defaulted<Timestamp>
}

interface KeyCounts {
  workspace_id: string
  id: number
  kind: number
  status: number
  aaguid: string | null
  blocked: boolean
  pinless: boolean
  keys: number
}

interface KeyLedger {
  workspace_id: string
  id: number
  at: Timestamp
  keys: number
}

interface KeyModelCatalogue {
  only_one: Generated<boolean>
  number: number
  next_update: string
  models: number
  loaded_at: Timestamp
  loaded_by: string
}

interface KeyModelRules {
  workspace_id: string
  mode: string
  models: Generated<string[]>
  attested: Generated<boolean>
  updated_at: Timestamp
}

interface KeyModels {
  aaguid: string
  description: string
  status: string
  since: string | null
  warning: string | null
  icon: string | null
  roots: Generated<string[]>
}

interface LicensePools {
  workspace_id: string
  key_limit: number | null
  limited_by: string | null
  used: Generated<number>
  warned: Generated<number>
}

interface LicenseWaits {
  workspace_id: string
  key_id: string
  user_id: string
  since: Timestamp
}

interface LogRegister {
  position: number
  at: Timestamp
  event: string
  chain: string | null
  says: string
  chains: number
  digest: Buffer
  hash: Buffer
}

interface LogRegisterChains {
  chain: string
  slug: string
  begun_at: Timestamp
  genesis: Buffer
  noted_position: number
  noted_hash: Buffer
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface LogRegisterHead {
  one: Generated<boolean>
  position: number
  hash: Buffer
  sealed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  seal: Buffer | null
}

interface LogStreams {
  workspace_id: string
  id: string
  name: string
  kind: string
  address: string
  authority: string | null
  certificate: string | null
  has_authorization: Generated<boolean>
  sealed: Buffer
  paused: Generated<boolean>
  position: number
  missed: Generated<number>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tries: Generated<number>
  error: string | null
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  next_try_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  taken_by: string | null
  taken_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  created_by: string
}

interface Maintenance {
  one: Generated<boolean>
  message: string
  started_by: string
  started_at: Timestamp
}

interface MarketplaceOperations {
  workspace_id: string
  id: string
  subscription_id: string
  action: string
  done_at: Timestamp
}

interface MarketplacePurchases {
  workspace_id: string
  subscription_id: string
  name: string
  offer: string
  plan: string
  quantity: number | null
  status: number
  buyer: string
  approved_at: Timestamp
  changed_at: Timestamp
  metered_to: Timestamp
}

interface MarketplaceSubscriptions {
  subscription_id: string
  workspace_id: string
}

interface MarketplaceUsage {
  workspace_id: string
  subscription_id: string
  dimension: string
  hour: Timestamp
  quantity: number
  plan: string
  state: string
  answer: string | null
}

interface NamedListVersions {
  workspace_id: string
  list_id: string
  version: number
  at: Timestamp
  by_id: string | null
  by_name: string
  set_version: number
  name: string
  description: string
  size: number
  added: number
  removed: number
  entries: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface NamedLists {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  type: number
  entries: Json
  size: GeneratedAlways<number>
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  search: GeneratedAlways<string>
}

interface OfflineUses {
  workspace_id: string
  device_id: string
  id: string
  reported_at: Timestamp
}

interface OidcConsents {
  workspace_id: string
  user_id: string
  application_id: string
  scopes: string[]
  given_at: Timestamp
}

interface OidcEndings {
  workspace_id: string
  session_id: string
  ended_at: Defaulted<Timestamp>
}

interface OidcItems {
  workspace_id: string
  kind: string
  id: Buffer
  payload: Json
  other: Buffer | null
  grant_id: string | null
  client_id: string | null
  user_id: string | null
  session_id: string | null
  consumed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_at: Timestamp
}

interface OidcKeys {
  workspace_id: string
  id: string
  algorithm: string
  sealed: Buffer
  signs_from: Timestamp
  signs_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
}

interface OnBehalfPasskeys {
  workspace_id: string
  id: string
  service: string
  connection_id: string
  anchor: string
  user_id: string
  user_name: string
  work_id: string | null
  state: string
  held_id: string | null
  credential_id: Buffer | null
  remote_id: string | null
  name: string
  by_id: string | null
  by_name: string
  claimed_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  looked_at: Defaulted<Timestamp>
  tries: Generated<number>
  reason: string | null
  created_at: Timestamp
  changed_at: Timestamp
}

interface OrganizationUnits {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  created_at: Defaulted<Timestamp>
}

interface OutboxMails {
  id: string
  sent_at: Defaulted<Timestamp>
  recipient: string
  subject: string
  sealed: Buffer
}

interface OwnerChanges {
  workspace_id: string
  from_user: string
  to_user: string
  asked_at: Timestamp
  expires_at: Timestamp
}

interface PartnerBrands {
  workspace_id: string
  color: string | null
  support_email: string | null
}

interface PartnerLicenses {
  workspace_id: string
  id: string
  size: number
  status: number
  note: Generated<string>
  reason: Generated<string>
  requested_by: string
  requested_at: Timestamp
  decided_by: string | null
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_on: string | null
}

interface PartnerRules {
  workspace_id: string
  disables_first: string
}

interface PartnerTerms {
  workspace_id: string
  licenses: Generated<number>
  key_limit: number | null
  mails_new_keys: Generated<boolean>
  mailed_until: Defaulted<Timestamp>
  monthly_report: Generated<boolean>
}

interface Passwords {
  workspace_id: string
  user_id: string
  hash: string
  changed_at: Defaulted<Timestamp>
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface PaymentCards {
  workspace_id: string
  id: string
  reference: string
  brand: string
  last4: string
  expiration_month: number
  expiration_year: number
  name_on_card: string
  address: string
  country: string
  province: string | null
  city: string
  postal_code: string
  is_default: boolean
  created_at: Timestamp
}

interface PaymentCustomers {
  workspace_id: string
  reference: string
}

interface PaymentDisputes {
  workspace_id: string
  reference: string
  payment_id: string
  amount: number
  reason: string
  status: string
  opened_at: Timestamp
}

interface PaymentEvents {
  id: string
  type: string
  subject: string
  received_at: Timestamp
  done_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface PaymentRefunds {
  workspace_id: string
  id: string
  payment_id: string
  amount: number
  state: number
  reason: string
  reference: string | null
  created_at: Timestamp
}

interface Payments {
  workspace_id: string
  id: string
  invoice_id: string
  attempt: number
  amount: number
  currency: string
  state: number
  card_id: string | null
  card: string | null
  card_reference: string
  customer: string
  on_session: boolean
  reference: string | null
  failure: string | null
  created_at: Timestamp
  changed_at: Timestamp
  retry_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  refunded: Generated<number>
}

interface PendingRoles {
  workspace_id: string
  user_id: string
  role: number
  additional: Generated<number[]>
  type: Generated<number>
  units: string[] | null
  given_by: string | null
  given_by_name: string
  given_at: Timestamp
}

interface PlanChanges {
  workspace_id: string
  from_day: string
  plan: number
  licenses: number | null
}

interface Policies {
  workspace_id: string
  id: string
  name: string
  priority: number
  action: number
  state: number
  content: Json
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  search: GeneratedAlways<string>
}

interface PolicyGroups {
  workspace_id: string
  policy_id: string
  group_id: string
}

interface PolicyLists {
  workspace_id: string
  policy_id: string
  list_id: string
}

interface PolicyReplayCounts {
  workspace_id: string
  replay_id: string
  about: string
  name: string
  events: number
}

interface PolicyReplays {
  workspace_id: string
  id: string
  state: string
  days: number
  drafts: Json
  default_action: number | null
  lowest: string
  next: string
  total: number | null
  looked: Generated<number>
  now_refused: Generated<number>
  now_allowed: Generated<number>
  undecidable: Generated<number>
  by_hour: Json
  sample: Json
  made_by: string | null
  created_at: Timestamp
  touched_at: Timestamp
}

interface PolicyReports {
  workspace_id: string
  id: number
  policy_id: string
  day: string
  refusals: number
}

interface PolicySets {
  workspace_id: string
  version: Generated<number>
  default_action: Generated<number>
  vital_sites: Generated<string[]>
}

interface PolicyVersions {
  workspace_id: string
  policy_id: string
  version: number
  at: Timestamp
  by_id: string | null
  by_name: string
  set_version: number
  content: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface PriceTables {
  currency: string
  valid_from: string
  content: Json
  saved_at: Timestamp
}

interface PrivateTargets {
  workspace_id: string
  id: string
  feature: string
  host: string
  port: number | null
  created_at: Timestamp
  approved_by: string | null
  approved_name: string | null
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface PromoCodes {
  id: string
  code: string
  days: number
  keys: number
  percent: number
  months: number
  uses: Generated<number>
  most_uses: number | null
  ends_on: string | null
  created_at: Timestamp
}

interface PromoGuesses {
  workspace_id: string
  tries: number
  since: Timestamp
}

interface PromoUses {
  workspace_id: string
  id: string
  promo_id: string
  code: string
  keys: number
  percent: number
  days: number
  from_day: string
  to_day: string
  by_name: string
  at: Timestamp
}

interface ProvisioningChanges {
  workspace_id: string
  place: number
  what: number
  subject: string
}

interface ProvisioningDifferences {
  workspace_id: string
  application_id: string
  id: string
  kind: string
  what: number
  local_id: string | null
  remote_id: string | null
  name: string
  fields: Generated<Json>
}

interface ProvisioningItems {
  workspace_id: string
  application_id: string
  what: number
  local_id: string
  state: Generated<number>
  remote_id: string | null
  made_here: Generated<boolean>
  attempted: Generated<boolean>
  told: Buffer | null
  told_names: Generated<string[]>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mark: Generated<number>
  tries: Generated<number>
  reason: string | null
  detail: string | null
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  seen: string | null
}

interface ProvisioningLooks {
  workspace_id: string
  id: string
  application_id: string
  state: string
  phase: Generated<number>
  place: Generated<number>
  done_to: string | null
  people: Generated<number>
  groups: Generated<number>
  same: Generated<number>
  missing: Generated<number>
  differs: Generated<number>
  strangers: Generated<number>
  reason: string | null
  detail: string | null
  begun_at: Timestamp
  begun_by: string
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface ProvisioningMembers {
  workspace_id: string
  application_id: string
  group_id: string
  user_id: string
}

interface ProvisioningTargets {
  workspace_id: string
  id: string
  active: Generated<boolean>
  address: string
  sealed: Buffer
  at_end: string
  deletes_found: boolean
  groups: string
  mapping: Json
  patches: Generated<boolean>
  sweeping: string | null
  denied_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reason: string | null
  detail: string | null
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  tries: Generated<number>
  next_try_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  taken_by: string | null
  taken_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
}

interface ProxyPasses {
  workspace_id: string
  id: string
  application_id: string
  user_id: string
  session_id: string
  host: string
  browser: Buffer
  path: string
  code_until: Timestamp
  taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ends_at: Timestamp
  created_at: Timestamp
}

interface PushSubscriptions {
  workspace_id: string
  id: string
  security_key_id: string
  endpoint: string
  public_key: Buffer
  auth: Buffer
  created_at: Timestamp
}

interface RateLimits {
  key: string
  points: Generated<number>
  expire: number | null
}

interface ReaderApps {
  workspace_id: string
  id: string
  name: string
  computer_id: string
  hash: Buffer
  platform: string
  client: string
  version: string
  finger_model: string | null
  finger_key: Buffer | null
  api_key_id: string
  api_key_name: string
  created_at: Timestamp
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface ReaderSettings {
  workspace_id: string
  format: string
  reversed: boolean
  dropped: number
  changed_at: Timestamp
}

interface Refusals {
  workspace_id: string
  about: Buffer
  at: Timestamp
  line: string | null
}

interface Registrations {
  id: string
  kind: string
  step: string
  workspace_id: string
  owner_id: string
  email: string
  password_hash: string | null
  passkey: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  card_sealed: Buffer | null
  first_name: string | null
  last_name: string | null
  phone_country: string | null
  phone_number: string | null
  country: string | null
  province: string | null
  city: string | null
  address: string | null
  postal_code: string | null
  workspace_name: string | null
  workspace_slug: string | null
  icon_media_type: string | null
  icon: Buffer | null
  referrer: string | null
  agreed_at: Timestamp
  email_proven_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  identity_confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  challenge: Buffer | null
  challenge_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  code_for: string | null
  code_hash: Buffer | null
  code_tries: Generated<number>
  code_sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  code_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  resume_hash: Buffer
  generation: Generated<number>
  completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  expires_at: Timestamp
  promo_code: string | null
  promo_tries: Generated<number>
  time_zone: string | null
  setup: Generated<boolean>
  identity_check: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface RoleGrants {
  role: number | null
  additional: number | null
  units_only: boolean
  permissions: string[]
}

interface SamlApplications {
  workspace_id: string
  application_id: string
  new_key: Generated<boolean>
  waiting: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  waiting_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  fault: string | null
}

interface SamlKeys {
  workspace_id: string
  id: string
  state: number
  certificate: Buffer
  sealed: Buffer
  created_at: Timestamp
  ends_at: Timestamp
  warned_days: number | null
}

interface SamlLogouts {
  workspace_id: string
  id: string
  ahead: Json
  waits_for: string | null
  application_id: string | null
  incomplete: Generated<boolean>
  asked_by: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  onward: Buffer | null
  ends_at: Timestamp
}

interface SamlNameIds {
  workspace_id: string
  application_id: string
  user_id: string
  name_id: string
}

interface SamlRequests {
  workspace_id: string
  id: string
  application_id: string
  request_hash: Buffer
  content: Json
  created_at: Timestamp
  ends_at: Timestamp
  answered: Generated<boolean>
}

interface SamlSessions {
  workspace_id: string
  id: string
  session_id: string
  application_id: string
  user_id: string
  name_id: string
  name_format: string
  created_at: Timestamp
  ends_at: Timestamp
}

interface SavedViews {
  workspace_id: string
  id: string
  owner_id: string
  list: string
  name: string
  query: string
  created_at: Timestamp
}

interface ScimCards {
  workspace_id: string
  id: string
  sealed: Buffer
  kept_at: Timestamp
}

interface ScimLeavings {
  workspace_id: string
  connection_id: string
  since: Timestamp
  let_through: Generated<number>
  held: Generated<number>
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  free_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface ScimRecords {
  workspace_id: string
  id: string
  connection_id: string
  at: Timestamp
  method: string
  path: string
  status: number
  took: number
  about: string | null
  name: Generated<string>
  request: string | null
  answer: string | null
  told: Json
  ip: string
}

interface ScimResources {
  workspace_id: string
  connection_id: string
  what: string
  id: string
  anchor: string
  external_id: string | null
  name_key: string
  active: Generated<boolean>
  doc: Json
  emails: Generated<string[]>
  version: Generated<number>
  created_at: Timestamp
  modified_at: Timestamp
  gone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  binned: Generated<boolean>
  place: number
}

interface ScimTallies {
  workspace_id: string
  connection_id: string
  what: string
  block: number
  n: number
}

interface ScimTokens {
  workspace_id: string
  id: string
  connection_id: string
  hash: Buffer
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  created_by: string
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_used_ip: string | null
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  keeper_id: string | null
}

interface SearchShares {
  workspace_id: string
  of: string
  rows: number
  shares: Json
  learned_at: Defaulted<Timestamp>
}

interface SecondFactorCalls {
  workspace_id: string
  application_id: string
  heard_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  refused_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface SecondFactorPeople {
  workspace_id: string
  subject: string
  user_id: string
  linked_at: Timestamp
}

interface SecondFactorProofs {
  workspace_id: string
  application_id: string
  proof_hash: Buffer
  expires_at: Timestamp
}

interface SecondFactorRequests {
  workspace_id: string
  id: string
  application_id: string
  browser_hash: Buffer
  asked: Json
  state_hash: Buffer | null
  code_hash: Buffer | null
  code_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  answer: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  fetched_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Timestamp
  expires_at: Timestamp
}

interface SecondPersonRequests {
  workspace_id: string
  id: string
  kind: number
  new_owner_id: string | null
  new_owner: string | null
  home_id: string
  asked_by_id: string
  asked_by: string
  asked_at: Timestamp
  until: Timestamp
}

interface SecretFields {
  workspace_id: string
  field: string
  used: boolean
  docs_checked: Generated<boolean>
}

interface SecurityKeys {
  workspace_id: string
  id: string
  user_id: string
  kind: number
  name: string
  status: number
  blocked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  unblocked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  card_hash: Buffer | null
  card_sealed: Buffer | null
  card_end: string | null
  pin_sealed: Buffer | null
  pin_set_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  pin_due: Generated<boolean>
  aaguid: string | null
  verification: number | null
  credential_storage: number
  proximity: boolean
  audit: boolean
  offline: boolean
  remembered_pin_hours: number
  policy_id: string | null
  is_default: Generated<boolean>
  activation: number
  made_by: string | null
  made_by_name: string
  created_at: Timestamp
  activated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  changed_at: Timestamp
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proof_due: Generated<boolean>
  proof_counts_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  proof_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  idle_since: GeneratedAlways<Timestamp>
  used_or_never: GeneratedAlways<Timestamp>
  binned: Generated<boolean>
  sort_name: GeneratedAlways<string>
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface SelfServiceAddresses {
  address: string
  workspace_id: string
  page_id: string
}

interface SelfServiceCounts {
  workspace_id: string
  page_id: string
  day: string
  stage: string
  action: number
  part: number
  count: number
}

interface SelfServicePageVersions {
  workspace_id: string
  page_id: string
  version: number
  name: string
  settings: Json
  changed_at: Timestamp
  changed_by: string
}

interface SelfServicePages {
  workspace_id: string
  id: string
  address: string
  name: string
  active: boolean
  opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  settings: Json
  automatic_secret: Buffer | null
  version: number
  changed_at: Timestamp
  changed_by: string
  created_at: Timestamp
}

interface SelfServiceTries {
  workspace_id: string
  about: string
  since: Timestamp
  part: number
  count: number
}

interface SelfServiceVisits {
  workspace_id: string
  id: string
  page: string
  ip: string
  expires_at: Timestamp
  over: Generated<boolean>
  step: Generated<number>
  furthest: Generated<number>
  action: number | null
  card_hash: Buffer | null
  card_sealed: Buffer | null
  card_read: string | null
  holder_id: string | null
  holder_word: string | null
  elsewhere: Generated<boolean>
  nonce: string | null
  user_id: string | null
  pin_due: Generated<boolean>
  verified_by: string | null
  code_hash: Buffer | null
  code_by: string | null
  code_tries: Generated<number>
  code_ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  texted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failures: Generated<number>
  work_salt: string | null
  work_bits: number | null
  worked: Generated<boolean>
}

interface SessionCache {
  workspace_id: string
  session_id: string
  user_id: string
  name: string
  email: string | null
  workspace_role: number | null
  additional: number[] | null
  units_only: boolean
  super: boolean
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_at: Timestamp
}

interface SessionReviews {
  workspace_id: string
  subject: string
  asked_at: Defaulted<Timestamp>
  taken_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  again: Generated<boolean>
}

interface Sessions {
  workspace_id: string
  id: string
  user_id: string
  method: string
  way: string | null
  credential_id: string | null
  key_id: string | null
  opened_by: string | null
  created_at: Defaulted<Timestamp>
  last_seen_at: Defaulted<Timestamp>
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_at: Timestamp
  ends_at: Timestamp
  role_ends_at: Timestamp
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_for: string | null
  generation: Generated<number>
  refresh_hash: Buffer
  beside: string | null
  ip: string | null
  user_agent: string | null
  confirmed_by: string | null
  position: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  provider_level: string | null
  provider_methods: string[] | null
  offline_for: string | null
}

interface Shares {
  workspace_id: string
  id: string
  account_id: string
  person_id: string | null
  group_id: string | null
  made_by: string | null
  made_by_name: string
  created_at: Timestamp
  placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface SignInApprovals {
  id: string
  email: string
  workspace_id: string | null
  number: number
  offered: number[]
  ip: string
  user_agent: string
  asked_at: Timestamp
  expires_at: Timestamp
  state: Generated<number>
  approved_workspace: string | null
  approved_user: string | null
  approved_key: string | null
  approved_credential: string | null
  asker: Generated<string>
  known: Generated<boolean>
  position: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface SpentAssertions {
  workspace_id: string
  provider_id: string
  assertion: string
  expires_at: Timestamp
}

interface SpentChallenges {
  challenge: Buffer
  expires_at: Timestamp
}

interface SpentProofs {
  proof: Buffer
  expires_at: Timestamp
}

interface StoredPasswords {
  workspace_id: string
  id: string
  user_id: string
  type: number
  username: string
  url: string | null
  process_name: string | null
  computer_name: string | null
  pin_required: boolean
  sealed: Buffer
  created_at: Timestamp
  updated_at: Timestamp
}

interface SuperAdministrators {
  workspace_id: string
  user_id: string
  permissions: Generated<number[]>
  created_at: Defaulted<Timestamp>
  appointed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface SupportAccesses {
  workspace_id: string
  id: string
  home_id: string
  super_id: string
  super_name: string
  reason: string
  minutes: number
  emergency: boolean
  state: number
  asked_at: Timestamp
  answers_until: Timestamp
  answered_by: string | null
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ends_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_by: string | null
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface SupportRequests {
  workspace_id: string
  id: string
  number: Generated<number>
  kind: number
  state: Generated<number>
  quantity: number
  keys: number | null
  model: string | null
  address: string | null
  note: string | null
  answer: string | null
  sender_id: string
  sender_name: string
  sender_email: string | null
  created_at: Timestamp
  changed_at: Timestamp
}

interface TapSessions {
  workspace_id: string
  id: string
  app_id: string
  security_key_id: string
  computer_id: string
  state: Buffer
  revision: number
  expires_at: Timestamp
}

interface TokenPolicies {
  workspace_id: string
  id: string
  name: string
  is_default: Generated<boolean>
  phone_verification: number
  card_verification: number
  credential_storage: number
  proximity: boolean
  audit: boolean
  offline: boolean
  remembered_pin_hours: number
  made_by: string
  created_at: Timestamp
}

interface TrustDomains {
  workspace_id: string
  id: string
  domain: string
  proof: string
  status: Generated<number>
  decided: Generated<boolean>
  reason: string | null
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
}

interface UnitAdministrators {
  workspace_id: string
  unit_id: string
  user_id: string
}

interface UnitGroups {
  workspace_id: string
  unit_id: string
  group_id: string
}

interface UnitMembers {
  workspace_id: string
  unit_id: string
  user_id: string
}

interface UnneededModuleKeys {
  workspace_id: string
  kept: Buffer
  due_at: Timestamp
  tries: Generated<number>
}

interface UsageDays {
  workspace_id: string
  day: string
  keys: number
  sso_users: number
  new_sso_users: number
  second_factor_users: number
  new_second_factor_users: number
}

interface UsageProgress {
  single: Generated<boolean>
  computed_to: string
}

interface UsageUsers {
  workspace_id: string
  month: string
  user_id: string
  sso_on: string | null
  second_factor_on: string | null
}

interface UserSecrets {
  workspace_id: string
  person: string
  field: string
  value: string | null
  sealed: Buffer | null
}

interface UserSignIns {
  workspace_id: string
  user_id: string
  last_sign_in_at: Defaulted<Timestamp>
  binned: Generated<boolean>
}

interface UserTokenPolicies {
  workspace_id: string
  user_id: string
  policy_id: string
}

interface Users {
  workspace_id: string
  id: string
  search: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  sort_user_id: GeneratedAlways<string>
  sort_employee_id: GeneratedAlways<string>
  user_id: string
  employee_id: string | null
  first_name: string
  last_name: string
  email: string | null
  email_verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  shares_email: Generated<boolean>
  phone_country: string | null
  phone_number: string | null
  language: string | null
  source: Generated<number>
  scim_attribute_1: string | null
  scim_attribute_2: string | null
  scim_attribute_3: string | null
  scim_attribute_4: string | null
  scim_attribute_5: string | null
  suspended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  suspended_by: Generated<number>
  deactivated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  needs_license: Generated<boolean>
  invited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  active_keys: Generated<number>
  key_kinds: Generated<number>
  pending_keys: Generated<number>
  had_key: Generated<boolean>
  status: GeneratedAlways<number>
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  mailbox_placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  phone_placed: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

interface VerifiedDomains {
  domain: string
  workspace_id: string
  trust_domain_id: string
}

interface WorkRows {
  workspace_id: string
  work_id: string
  row: number
  subject: string | null
  cells: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  sealed: Buffer | null
  broken: string | null
  outcome: string | null
  reason: string | null
  told: string | null
  named: string | null
  facts: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  was: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  acted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

interface WorkflowEvents {
  workspace_id: string
  workflow_id: string
  subject: string
  at: Defaulted<Timestamp>
  look_at: Defaulted<Timestamp>
}

interface WorkflowMarks {
  workspace_id: string
  workflow_id: string
  subject: string
  step: string
  at: Timestamp
  times: Generated<number>
}

interface WorkflowRuns {
  workspace_id: string
  id: string
  workflow_id: string
  execution: number
  reason: string | null
  begun_by: string
  begun_name: string
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  late: Generated<boolean>
  started_at: Timestamp
  begun_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  waits: Generated<boolean>
  agreed: Generated<boolean>
  tries: Generated<number>
  work_kind: string | null
  work_id: string | null
  considered: Generated<number>
  done: Generated<number>
  skipped: Generated<number>
  failed: Generated<number>
  person_id: string | null
  person_name: string | null
  retries: string | null
  undoes: string | null
  undone_by: string | null
}

interface Workflows {
  workspace_id: string
  id: string
  name: string
  description: Generated<string>
  type: number
  starts: string
  connection_id: string | null
  groups: Generated<string[]>
  interval: number | null
  hour: number | null
  minute: number | null
  day: number | null
  zone: string
  settings: Json
  notify: Generated<string[]>
  active: boolean
  paused: string | null
  next_run_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  maker_id: string | null
  maker_name: string
  made: Generated<Json>
  last_run_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_execution: number | null
  version: Generated<number>
  created_at: Timestamp
  changed_at: Timestamp
  changed_by: string
  search: GeneratedAlways<string>
}

interface Works {
  workspace_id: string
  id: string
  kind: string
  state: string
  parameters: Json
  name: string | null
  file: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  total: Generated<number>
  processed: Generated<number>
  last_row: Generated<number>
  counts: Json
  follows: string | null
  undoes: string | null
  undone_by: string | null
  actor_id: string | null
  actor_name: string
  units_of: string | null
  for_actor: string | null
  created_at: Timestamp
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failures: Generated<number>
  touched_at: Defaulted<Timestamp>
}

interface WorkspaceDeletions {
  workspace_id: string
  asked_by: string
  asked_at: Timestamp
  ends_at: Timestamp
  status_before: number
  kind: Generated<number>
  begun_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  deleted: Generated<number>
}

interface WorkspaceIcons {
  workspace_id: string
  media_type: string
  bytes: Buffer
  digest: string
}

interface WorkspaceSettings {
  workspace_id: string
  pin_rules: Generated<Json>
  remembered_pin_hours: Generated<number>
  user_panel: Generated<boolean>
  user_permissions: Generated<number[]>
  card_verification: Generated<string>
  phone_verification: Generated<string>
  credential_storage: Generated<number>
  offline: Generated<boolean>
  audit: Generated<boolean>
  keys_per_user: number | null
  proximity: Generated<boolean>
  card_sign_in: Generated<string>
  card_networks: Generated<string[]>
  phone_countries: Generated<string[]>
  identity_provider: Generated<string>
  attribute_names: Generated<string[]>
  activity_days: number | null
  updated_at: Defaulted<Timestamp>
  session_hours: number | null
  reauthentication_minutes: number | null
}

interface WorkspaceSlugs {
  slug: string
  workspace_id: string
}

interface Workspaces {
  id: string
  slug: string
  name: string
  type: number
  status: Generated<number>
  installation: Generated<boolean>
  demo: Generated<boolean>
  country: string | null
  province: string | null
  city: string | null
  address: string | null
  postal_code: string | null
  language: Generated<string>
  time_zone: Generated<string>
  referrer: string | null
  trial_end_date: string | null
  onboarded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  sealed_key: Buffer
  key_rotated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: Defaulted<Timestamp>
  updated_at: Defaulted<Timestamp>
  partner_id: string | null
  special: Generated<boolean>
  special_config: Generated<Json>
  user_count: Generated<number>
  key_count: Generated<number>
  last_used_at: Defaulted<Timestamp>
}

export interface Tables {
  account_links: AccountLinks
  activities: Activities
  activity_chains: ActivityChains
  activity_linking: ActivityLinking
  activity_links: ActivityLinks
  activity_names: ActivityNames
  activity_seals: ActivitySeals
  address_changes: AddressChanges
  administrators: Administrators
  agent_secrets: AgentSecrets
  announcements: Announcements
  api_applications: ApiApplications
  api_keys: ApiKeys
  application_assignments: ApplicationAssignments
  application_attempts: ApplicationAttempts
  application_days: ApplicationDays
  application_people: ApplicationPeople
  application_pictures: ApplicationPictures
  application_uses: ApplicationUses
  applications: Applications
  attendance_api_keys: AttendanceApiKeys
  attendance_corrections: AttendanceCorrections
  attendance_kiosks: AttendanceKiosks
  attendance_muster_marks: AttendanceMusterMarks
  attendance_muster_people: AttendanceMusterPeople
  attendance_musters: AttendanceMusters
  attendance_participants: AttendanceParticipants
  attendance_seals: AttendanceSeals
  attendance_sessions: AttendanceSessions
  attendance_settings: AttendanceSettings
  attendance_tallies: AttendanceTallies
  attendance_taps: AttendanceTaps
  attendance_templates: AttendanceTemplates
  authentication_profile_groups: AuthenticationProfileGroups
  authentication_profiles: AuthenticationProfiles
  authentication_strengths: AuthenticationStrengths
  baseline_changes: BaselineChanges
  baseline_versions: BaselineVersions
  baselines: Baselines
  bill_payments: BillPayments
  bill_reminders: BillReminders
  bill_series: BillSeries
  billing_periods: BillingPeriods
  billing_policies: BillingPolicies
  bills: Bills
  break_glass_codes: BreakGlassCodes
  card_import_pins: CardImportPins
  code_consents: CodeConsents
  contact_changes: ContactChanges
  credentials: Credentials
  default_accounts: DefaultAccounts
  delegation_requests: DelegationRequests
  delegations: Delegations
  device_counts: DeviceCounts
  device_group_members: DeviceGroupMembers
  device_groups: DeviceGroups
  device_uses: DeviceUses
  devices: Devices
  directory_clashes: DirectoryClashes
  directory_connections: DirectoryConnections
  directory_links: DirectoryLinks
  directory_runs: DirectoryRuns
  email_sign_ins: EmailSignIns
  ended_group_members: EndedGroupMembers
  external_links: ExternalLinks
  external_sessions: ExternalSessions
  external_sign_ins: ExternalSignIns
  fingerprint_enrolments: FingerprintEnrolments
  fingerprint_templates: FingerprintTemplates
  followed_baselines: FollowedBaselines
  freed_addresses: FreedAddresses
  group_members: GroupMembers
  group_rule_changes: GroupRuleChanges
  group_rules: GroupRules
  groups: Groups
  guesses: Guesses
  head_counts: HeadCounts
  held_cards: HeldCards
  held_credentials: HeldCredentials
  identifier_values: IdentifierValues
  identifying_fields: IdentifyingFields
  identity_providers: IdentityProviders
  import_mappings: ImportMappings
  installation_days: InstallationDays
  installation_secrets: InstallationSecrets
  key_counts: KeyCounts
  key_ledger: KeyLedger
  key_model_catalogue: KeyModelCatalogue
  key_model_rules: KeyModelRules
  key_models: KeyModels
  license_pools: LicensePools
  license_waits: LicenseWaits
  log_register: LogRegister
  log_register_chains: LogRegisterChains
  log_register_head: LogRegisterHead
  log_streams: LogStreams
  maintenance: Maintenance
  marketplace_operations: MarketplaceOperations
  marketplace_purchases: MarketplacePurchases
  marketplace_subscriptions: MarketplaceSubscriptions
  marketplace_usage: MarketplaceUsage
  named_list_versions: NamedListVersions
  named_lists: NamedLists
  offline_uses: OfflineUses
  oidc_consents: OidcConsents
  oidc_endings: OidcEndings
  oidc_items: OidcItems
  oidc_keys: OidcKeys
  on_behalf_passkeys: OnBehalfPasskeys
  organization_units: OrganizationUnits
  outbox_mails: OutboxMails
  owner_changes: OwnerChanges
  partner_brands: PartnerBrands
  partner_licenses: PartnerLicenses
  partner_rules: PartnerRules
  partner_terms: PartnerTerms
  passwords: Passwords
  payment_cards: PaymentCards
  payment_customers: PaymentCustomers
  payment_disputes: PaymentDisputes
  payment_events: PaymentEvents
  payment_refunds: PaymentRefunds
  payments: Payments
  pending_roles: PendingRoles
  plan_changes: PlanChanges
  policies: Policies
  policy_groups: PolicyGroups
  policy_lists: PolicyLists
  policy_replay_counts: PolicyReplayCounts
  policy_replays: PolicyReplays
  policy_reports: PolicyReports
  policy_sets: PolicySets
  policy_versions: PolicyVersions
  price_tables: PriceTables
  private_targets: PrivateTargets
  promo_codes: PromoCodes
  promo_guesses: PromoGuesses
  promo_uses: PromoUses
  provisioning_changes: ProvisioningChanges
  provisioning_differences: ProvisioningDifferences
  provisioning_items: ProvisioningItems
  provisioning_looks: ProvisioningLooks
  provisioning_members: ProvisioningMembers
  provisioning_targets: ProvisioningTargets
  proxy_passes: ProxyPasses
  push_subscriptions: PushSubscriptions
  rate_limits: RateLimits
  reader_apps: ReaderApps
  reader_settings: ReaderSettings
  refusals: Refusals
  registrations: Registrations
  role_grants: RoleGrants
  saml_applications: SamlApplications
  saml_keys: SamlKeys
  saml_logouts: SamlLogouts
  saml_name_ids: SamlNameIds
  saml_requests: SamlRequests
  saml_sessions: SamlSessions
  saved_views: SavedViews
  scim_cards: ScimCards
  scim_leavings: ScimLeavings
  scim_records: ScimRecords
  scim_resources: ScimResources
  scim_tallies: ScimTallies
  scim_tokens: ScimTokens
  search_shares: SearchShares
  second_factor_calls: SecondFactorCalls
  second_factor_people: SecondFactorPeople
  second_factor_proofs: SecondFactorProofs
  second_factor_requests: SecondFactorRequests
  second_person_requests: SecondPersonRequests
  secret_fields: SecretFields
  security_keys: SecurityKeys
  self_service_addresses: SelfServiceAddresses
  self_service_counts: SelfServiceCounts
  self_service_page_versions: SelfServicePageVersions
  self_service_pages: SelfServicePages
  self_service_tries: SelfServiceTries
  self_service_visits: SelfServiceVisits
  session_cache: SessionCache
  session_reviews: SessionReviews
  sessions: Sessions
  shares: Shares
  sign_in_approvals: SignInApprovals
  spent_assertions: SpentAssertions
  spent_challenges: SpentChallenges
  spent_proofs: SpentProofs
  stored_passwords: StoredPasswords
  super_administrators: SuperAdministrators
  support_accesses: SupportAccesses
  support_requests: SupportRequests
  tap_sessions: TapSessions
  token_policies: TokenPolicies
  trust_domains: TrustDomains
  unit_administrators: UnitAdministrators
  unit_groups: UnitGroups
  unit_members: UnitMembers
  unneeded_module_keys: UnneededModuleKeys
  usage_days: UsageDays
  usage_progress: UsageProgress
  usage_users: UsageUsers
  user_secrets: UserSecrets
  user_sign_ins: UserSignIns
  user_token_policies: UserTokenPolicies
  users: Users
  verified_domains: VerifiedDomains
  work_rows: WorkRows
  workflow_events: WorkflowEvents
  workflow_marks: WorkflowMarks
  workflow_runs: WorkflowRuns
  workflows: Workflows
  works: Works
  workspace_deletions: WorkspaceDeletions
  workspace_icons: WorkspaceIcons
  workspace_settings: WorkspaceSettings
  workspace_slugs: WorkspaceSlugs
  workspaces: Workspaces
}

/** What belongs to a workspace, and the column that says to which. */
export const tenants: Readonly<Record<string, string>> = {
  account_links: 'workspace_id',
  activities: 'workspace_id',
  activity_chains: 'workspace_id',
  activity_linking: 'workspace_id',
  activity_links: 'workspace_id',
  activity_names: 'workspace_id',
  activity_seals: 'workspace_id',
  address_changes: 'workspace_id',
  administrators: 'workspace_id',
  agent_secrets: 'workspace_id',
  api_applications: 'workspace_id',
  api_keys: 'workspace_id',
  application_assignments: 'workspace_id',
  application_attempts: 'workspace_id',
  application_days: 'workspace_id',
  application_people: 'workspace_id',
  application_pictures: 'workspace_id',
  application_uses: 'workspace_id',
  applications: 'workspace_id',
  attendance_api_keys: 'workspace_id',
  attendance_corrections: 'workspace_id',
  attendance_kiosks: 'workspace_id',
  attendance_muster_marks: 'workspace_id',
  attendance_muster_people: 'workspace_id',
  attendance_musters: 'workspace_id',
  attendance_participants: 'workspace_id',
  attendance_seals: 'workspace_id',
  attendance_sessions: 'workspace_id',
  attendance_settings: 'workspace_id',
  attendance_tallies: 'workspace_id',
  attendance_taps: 'workspace_id',
  attendance_templates: 'workspace_id',
  authentication_profile_groups: 'workspace_id',
  authentication_profiles: 'workspace_id',
  authentication_strengths: 'workspace_id',
  baseline_changes: 'workspace_id',
  baseline_versions: 'workspace_id',
  baselines: 'workspace_id',
  bill_payments: 'workspace_id',
  bill_reminders: 'workspace_id',
  billing_periods: 'workspace_id',
  billing_policies: 'workspace_id',
  bills: 'workspace_id',
  break_glass_codes: 'workspace_id',
  card_import_pins: 'workspace_id',
  code_consents: 'workspace_id',
  contact_changes: 'workspace_id',
  credentials: 'workspace_id',
  default_accounts: 'workspace_id',
  delegations: 'workspace_id',
  device_counts: 'workspace_id',
  device_group_members: 'workspace_id',
  device_groups: 'workspace_id',
  device_uses: 'workspace_id',
  devices: 'workspace_id',
  directory_clashes: 'workspace_id',
  directory_connections: 'workspace_id',
  directory_links: 'workspace_id',
  directory_runs: 'workspace_id',
  ended_group_members: 'workspace_id',
  external_links: 'workspace_id',
  external_sessions: 'workspace_id',
  external_sign_ins: 'workspace_id',
  fingerprint_enrolments: 'workspace_id',
  fingerprint_templates: 'workspace_id',
  followed_baselines: 'workspace_id',
  freed_addresses: 'former_workspace',
  group_members: 'workspace_id',
  group_rule_changes: 'workspace_id',
  group_rules: 'workspace_id',
  groups: 'workspace_id',
  head_counts: 'workspace_id',
  held_cards: 'workspace_id',
  held_credentials: 'workspace_id',
  identifier_values: 'workspace_id',
  identifying_fields: 'workspace_id',
  identity_providers: 'workspace_id',
  import_mappings: 'workspace_id',
  key_counts: 'workspace_id',
  key_ledger: 'workspace_id',
  key_model_rules: 'workspace_id',
  license_pools: 'workspace_id',
  license_waits: 'workspace_id',
  log_streams: 'workspace_id',
  marketplace_operations: 'workspace_id',
  marketplace_purchases: 'workspace_id',
  marketplace_subscriptions: 'workspace_id',
  marketplace_usage: 'workspace_id',
  named_list_versions: 'workspace_id',
  named_lists: 'workspace_id',
  offline_uses: 'workspace_id',
  oidc_consents: 'workspace_id',
  oidc_endings: 'workspace_id',
  oidc_items: 'workspace_id',
  oidc_keys: 'workspace_id',
  on_behalf_passkeys: 'workspace_id',
  organization_units: 'workspace_id',
  owner_changes: 'workspace_id',
  partner_brands: 'workspace_id',
  partner_licenses: 'workspace_id',
  partner_rules: 'workspace_id',
  partner_terms: 'workspace_id',
  passwords: 'workspace_id',
  payment_cards: 'workspace_id',
  payment_customers: 'workspace_id',
  payment_disputes: 'workspace_id',
  payment_refunds: 'workspace_id',
  payments: 'workspace_id',
  pending_roles: 'workspace_id',
  plan_changes: 'workspace_id',
  policies: 'workspace_id',
  policy_groups: 'workspace_id',
  policy_lists: 'workspace_id',
  policy_replay_counts: 'workspace_id',
  policy_replays: 'workspace_id',
  policy_reports: 'workspace_id',
  policy_sets: 'workspace_id',
  policy_versions: 'workspace_id',
  private_targets: 'workspace_id',
  promo_guesses: 'workspace_id',
  promo_uses: 'workspace_id',
  provisioning_changes: 'workspace_id',
  provisioning_differences: 'workspace_id',
  provisioning_items: 'workspace_id',
  provisioning_looks: 'workspace_id',
  provisioning_members: 'workspace_id',
  provisioning_targets: 'workspace_id',
  proxy_passes: 'workspace_id',
  push_subscriptions: 'workspace_id',
  reader_apps: 'workspace_id',
  reader_settings: 'workspace_id',
  refusals: 'workspace_id',
  saml_applications: 'workspace_id',
  saml_keys: 'workspace_id',
  saml_logouts: 'workspace_id',
  saml_name_ids: 'workspace_id',
  saml_requests: 'workspace_id',
  saml_sessions: 'workspace_id',
  saved_views: 'workspace_id',
  scim_cards: 'workspace_id',
  scim_leavings: 'workspace_id',
  scim_records: 'workspace_id',
  scim_resources: 'workspace_id',
  scim_tallies: 'workspace_id',
  scim_tokens: 'workspace_id',
  search_shares: 'workspace_id',
  second_factor_calls: 'workspace_id',
  second_factor_people: 'workspace_id',
  second_factor_proofs: 'workspace_id',
  second_factor_requests: 'workspace_id',
  second_person_requests: 'workspace_id',
  secret_fields: 'workspace_id',
  security_keys: 'workspace_id',
  self_service_addresses: 'workspace_id',
  self_service_counts: 'workspace_id',
  self_service_page_versions: 'workspace_id',
  self_service_pages: 'workspace_id',
  self_service_tries: 'workspace_id',
  self_service_visits: 'workspace_id',
  session_cache: 'workspace_id',
  session_reviews: 'workspace_id',
  sessions: 'workspace_id',
  shares: 'workspace_id',
  spent_assertions: 'workspace_id',
  stored_passwords: 'workspace_id',
  super_administrators: 'workspace_id',
  support_accesses: 'workspace_id',
  support_requests: 'workspace_id',
  tap_sessions: 'workspace_id',
  token_policies: 'workspace_id',
  trust_domains: 'workspace_id',
  unit_administrators: 'workspace_id',
  unit_groups: 'workspace_id',
  unit_members: 'workspace_id',
  unneeded_module_keys: 'workspace_id',
  usage_days: 'workspace_id',
  usage_users: 'workspace_id',
  user_secrets: 'workspace_id',
  user_sign_ins: 'workspace_id',
  user_token_policies: 'workspace_id',
  users: 'workspace_id',
  verified_domains: 'workspace_id',
  work_rows: 'workspace_id',
  workflow_events: 'workspace_id',
  workflow_marks: 'workspace_id',
  workflow_runs: 'workspace_id',
  workflows: 'workspace_id',
  works: 'workspace_id',
  workspace_deletions: 'workspace_id',
  workspace_icons: 'workspace_id',
  workspace_settings: 'workspace_id',
  workspace_slugs: 'workspace_id',
  workspaces: 'id',
}
