import { expect, test } from 'vitest'
import { entraEmulator } from '../../../server/test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret } from '../../../server/test/emulators/entra/seed.ts'
import { hasSlapd, slapdBase, slapdReader, startSlapd } from '../../../server/test/emulators/slapd.ts'
import { ldif } from '../../../server/test/people/odd-people.ts'
import { barriers } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { loopback, movableClock } from '../../product.ts'
import { ownProduct } from '../../shared-product.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'

const people = 250
const mailOf = (at: number) => `nurse${at}@clinic.example`
const dnOf = (at: number) => `uid=${mailOf(at)},${slapdBase}`
const person = (at: number) =>
  ldif(dnOf(at), {
    objectClass: 'inetOrgPerson',
    uid: mailOf(at),
    cn: `Nurse ${at}`,
    givenName: 'Nurse',
    sn: `Number ${at}`,
    mail: mailOf(at),
  })
const all = Array.from({ length: people }, (_, at) => at)

test.skipIf(!hasSlapd())(
  'two directories feed the same users: one who leaves the first loses access, and a typo takes no access',
  async () => {
    const slapd = await startSlapd(all.map(person).join(''))
    closeAfterTest(() => slapd.stop())
    const entra = await entraEmulator()
    closeAfterTest(() => entra.close())
    entra.clients.set(seededClient, { name: 'Claviger', secret: seededSecret, roles: new Set(importRoles) })
    const accounts = all.map(at => entra.directory.addUser(mailOf(at), { givenName: 'Nurse', surname: `Number ${at}` }))
    const product = await ownProduct({ ...loopback, ...movableClock })
    const { page, workspace } = await newOwner(product)
    await allowLoopback(product, workspace.slug, 'api-applications', 'directories')
    const ask = apiCaller(product, await tokensOf(page))
    const made = async (...asked: Parameters<typeof ask>) => {
      const { status, body } = await ask(...asked)
      expect(status, JSON.stringify(body)).toBe(200)
      return String(body['id'])
    }
    const approve = (id: string, joins: boolean) =>
      made('POST', `/administrator/directories/connections/${id}/approve`, {
        roles: [],
        touchesRank: false,
        joins,
        privateHosts: [],
      })

    const first = await made('PUT', '/administrator/ad', {
      name: 'Corp',
      ldapUrl: `ldap://127.0.0.1:${slapd.port}`,
      plain: true,
      baseDn: slapdBase,
      username: slapdReader.dn,
      password: slapdReader.password,
      personFilter: '(objectClass=inetOrgPerson)',
      groupFilter: '',
    })
    await approve(first, false)
    const application = await made('POST', '/api/api-application', {
      name: 'Clinic tenant',
      type: 'azure',
      tenantId: entra.tenant,
      clientId: seededClient,
      address: entra.address,
      secret: seededSecret,
    })
    const second = await made('POST', '/administrator/directories/entra', {
      name: 'Clinic',
      application,
      settings: { scope: { by: 'all' }, guests: false, groups: false },
    })
    await approve(second, true)

    const run = async (connection: string) => {
      const id = await made('POST', '/administrator/tokens/serviceProvider', { connection })
      await page.goto(`${product.address}/dashboard/sync/runs/${id}`)
    }
    const menu = async (item: string) => {
      await page.goto(`${product.address}/dashboard/sync`)
      await page.getByRole('button', { name: 'Actions for Corp' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const done = () => page.locator('header').getByText('Done', { exact: true }).waitFor()
    const filter = async (personFilter: string) => {
      await menu('Connection…')
      const panel = page.getByRole('dialog', { name: 'Edit Corp' })
      await panel.getByLabel('User filter').fill(personFilter)
      await panel.getByRole('button', { name: 'Save connection' }).click()
      await panel.waitFor({ state: 'hidden' })
    }
    const statusOf = async (at: number) => {
      await page.goto(`${product.address}/dashboard/users?search=${mailOf(at)}`)
      await page.getByText(`Nurse Number ${at}`, { exact: true }).first().waitFor()
      return (await page.getByRole('grid').getByText('Suspended').count()) > 0 ? 'suspended' : 'has access'
    }

    await run(first)
    await done()
    await page.getByText(`${people} done, 0 not done, 0 waiting`).waitFor()
    await run(second)
    await done()
    await page.goto(`${product.address}/dashboard/users`)
    await page.getByText(`Nurse Number 1`, { exact: true }).first().waitFor()
    await page
      .getByRole('link', { name: /^Nurse Number 1\b/ })
      .first()
      .click()
    await page.getByText('Imported from LDAP (Corp, Clinic)').waitFor()

    // Disabled in the second directory: access stays, but the first can't be disconnected without a warning
    entra.directory.change(accounts[7] ?? '', { accountEnabled: false })
    await run(second)
    await done()
    expect(await statusOf(7)).toBe('has access')
    await menu('Disconnect…')
    await page.getByText(/^1 user loses access at the next run/).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep the directory' }).click()

    await filter('(&(objectClass=inetOrgPerson)(uid=nurse1*))')
    await run(first)
    await page.getByText('139 users would lose access.').waitFor()
    await page.getByRole('button', { name: 'Discard run' }).click()
    await page.getByText('Discard run').waitFor({ state: 'detached' })
    await filter('(objectClass=inetOrgPerson)')
    await run(first)
    await done()
    expect(await statusOf(20)).toBe('has access')

    // An unlinked user is linked again from the conflicts that are kept separate
    await page
      .getByRole('link', { name: /^Nurse Number 20\b/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'More actions for Nurse Number 20' }).click()
    await page.getByRole('menuitem', { name: 'Unlink from directory…' }).click()
    await page.getByRole('button', { name: 'Unlink 1 user' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goto(`${product.address}/dashboard/sync/clashes?apart=true`)
    await page.getByRole('button', { name: 'Same user…' }).click()
    await page.getByRole('button', { name: 'Link user' }).click()
    await page.getByText('No conflicts match 1 filter').waitFor()
    expect(await barriers(page)).toEqual([])

    // No administrator runs the directories again: their schedules notice the change within 15 minutes
    slapd.modify(`dn: ${dnOf(5)}\nchangetype: delete\n`)
    entra.directory.change(accounts[6] ?? '', { accountEnabled: false })
    await product.forward(15 * 60_000)
    await expect.poll(() => statusOf(5), { timeout: 60_000, interval: 1000 }).toBe('suspended')
    expect(await statusOf(6)).toBe('has access')
  },
  240_000,
)
