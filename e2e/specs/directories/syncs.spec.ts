import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { slapdBase, slapdReader, startSlapd } from '../../../server/test/emulators/slapd.ts'
import { barriers } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { apiCaller, newOwner, session, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

const person = (uid: string, last: string) => `dn: uid=${uid},ou=people,${slapdBase}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} ${last}
givenName: ${uid}
sn: ${last}
mail: ${uid}@hospital.example
`

const ran = (page: Page, word: string) => page.locator('header').getByText(word, { exact: true }).waitFor()

test('a directory is tested, run, and undone; a user who leaves loses the session immediately', async () => {
  const names = ['anna', 'bert', 'cleo', 'dirk', 'emma', 'finn']
  const slapd = await startSlapd(names.map(name => person(name, 'Reed')).join('\n'))
  closeAfterTest(() => slapd.stop())
  const { page } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  await page.goto(`${product.address}/dashboard/sync`)
  await page.getByText('No directories yet').waitFor()
  expect(await barriers(page)).toEqual([])
  const saved = await ask('PUT', '/administrator/ad', {
    name: 'Hospital',
    ldapUrl: `ldap://127.0.0.1:${slapd.port}`,
    plain: true,
    baseDn: `ou=people,${slapdBase}`,
    username: slapdReader.dn,
    password: slapdReader.password,
    personFilter: '(objectClass=inetOrgPerson)',
    groupFilter: '',
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)

  await page.getByText('Nothing changes until an owner approves').waitFor()
  await page.getByRole('button', { name: 'Approve…' }).click()
  const reach = page.getByRole('dialog', { name: 'Granted access of Hospital' })
  await reach.getByLabel('Private hosts it can connect to').fill('127.0.0.1')
  expect(await barriers(page)).toEqual([])
  await reach.getByRole('button', { name: 'Approve' }).click()
  await reach.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Actions for Hospital' }).click()
  await page.getByRole('menuitem', { name: 'Mapping…' }).click()
  const mapping = page.getByRole('dialog', { name: 'Mapping of Hospital' })
  await mapping.getByRole('button', { name: 'Try it' }).click()
  await mapping.getByText('@hospital.example').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await mapping.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Dry run' }).click()
  await ran(page, 'Done')
  await page.getByText('6 new users').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.goto(`${product.address}/dashboard/sync`)
  await page.getByRole('button', { name: 'Run now' }).click()
  await ran(page, 'Done')
  await page.getByText('6 done, 0 not done, 0 waiting').waitFor()

  const hers = apiCaller(product, await session(product, 'anna@hospital.example'))
  expect((await hers('GET', '/users/details')).status).toBe(200)
  slapd.modify(
    `dn: uid=anna,ou=people,${slapdBase}\nchangetype: delete\n\ndn: uid=bert,ou=people,${slapdBase}\nchangetype: modify\nreplace: sn\nsn: Wrong\n`,
  )
  await page.goto(`${product.address}/dashboard/sync`)
  await page.getByRole('button', { name: 'Actions for Hospital' }).waitFor()
  await page.getByRole('button', { name: 'Run now' }).click()
  await ran(page, 'Done')
  await page.getByText('1 changed').waitFor()
  expect((await hers('GET', '/users/details')).status).toBe(401)

  await page.getByRole('button', { name: 'Undo' }).click()
  await ran(page, 'Undone')
  await page.goto(`${product.address}/dashboard/sync`)
  await page.getByText('Paused: A run was undone.').waitFor()
  await page.goto(`${product.address}/dashboard/sync/runs`)
  await page.getByText('Dry run of Hospital').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.goto(`${product.address}/dashboard/sync/clashes`)
  await page.getByText('No conflicts').waitFor()
  expect(await barriers(page)).toEqual([])

  // An administrator unlinks a user, who is then managed here
  await page.goto(`${product.address}/dashboard/users`)
  await page.getByRole('link', { name: /^cleo Reed/ }).click()
  await page.getByText('Imported from LDAP (Hospital)').waitFor()
  await page.getByRole('button', { name: 'More actions for cleo Reed' }).click()
  await page.getByRole('menuitem', { name: 'Unlink from directory…' }).click()
  const unlink = page.getByRole('dialog', { name: 'Unlink cleo Reed?' })
  await unlink.getByText('The user keeps keys, groups, and role').waitFor()
  expect(await barriers(page)).toEqual([])
  await unlink.getByRole('button', { name: 'Unlink 1 user' }).click()
  await unlink.waitFor({ state: 'hidden' })
  await page.getByText('Imported from LDAP (Hospital)').waitFor({ state: 'hidden' })
}, 180_000)
