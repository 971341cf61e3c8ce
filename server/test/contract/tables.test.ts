import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { printTables } from './print-tables.ts'
import { databaseAt, templateName } from '../app/template.ts'

const client = new pg.Client(databaseAt(inject('databaseUrl'), templateName))
await client.connect()
afterAll(() => client.end())

// Small tables of globally unique values that map to a workspace
const directories = [
  'freed_addresses',
  'marketplace_subscriptions',
  'self_service_addresses',
  'verified_domains',
  'workspace_slugs',
]

const column = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(row => row.name)

test('the TypeScript types match the migrated database', async () => {
  const kept = readFileSync(join(import.meta.dirname, '../../src/platform/db/db.types.ts'), 'utf8')
  expect(await printTables(client), 'run: npm run print:tables').toBe(kept)
})

test('every table with a workspace has row-level security, which also applies to its owner', async () => {
  const open = await column(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)`)
  // These belong to an address or a tool before they belong to a workspace
  expect(open.toSorted()).toEqual(['delegation_requests', 'email_sign_ins', 'registrations', 'sign_in_approvals'])
})

test('the workspace is the first key column of every guarded table', async () => {
  const wrong = await column(`
    select c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relrowsecurity and c.relname <> 'workspaces' and a.attname <> 'workspace_id'`)
  expect(wrong.toSorted()).toEqual(directories)
})

test('a unique index of a guarded table includes the workspace', async () => {
  const everywhere = await column(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relrowsecurity and c.relname <> all('{${directories.join()}}') and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)
        and a.attname = case c.relname when 'workspaces' then 'id' else 'workspace_id' end)`)
  // A passkey, a visit, and a Duo client are looked up before the workspace is known; the installation is unique.
  // Invoices are numbered by operator and year, and the operator finds a license by its ID
  const found = [
    'applications_duo',
    'bills_number',
    'credentials_credential_id',
    'partner_licenses_id',
    'self_service_visits_id',
    'workspaces_one_installation',
  ]
  expect(everywhere.toSorted()).toEqual(found)
})

test('only row triggers write the tables that map to a workspace', async () => {
  const open = await column(`
    select d || ' by ' || r as name from unnest('{${directories.join()}}'::text[]) d, unnest('{claviger_app,claviger_unit}'::text[]) r
    where has_table_privilege(r, d, 'insert, update, delete, truncate')`)
  expect(open).toEqual([])
})

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await column(`
    select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] <@ c.conkey)`)
  expect(missing).toEqual([])
})

test('without a workspace, a tenant table returns an error, never all rows', async () => {
  await client.query('set role claviger_app')
  await expect(client.query('select * from users')).rejects.toThrow(/app\.workspace/)
  await client.query(`set app.workspace = '018f0000-0000-7000-8000-000000000000'`)
  expect((await client.query('select * from users')).rows).toEqual([])
  await client.query('reset role')
})
