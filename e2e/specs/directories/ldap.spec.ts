import { expect, test } from 'vitest'
import { ldif } from '../../../server/test/people/odd-people.ts'
import { hasSlapd, slapdBase, slapdReader, startSlapd } from '../../../server/test/emulators/slapd.ts'
import { barriers } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { newOwner } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

const people = 40
const person = (at: number) =>
  ldif(`uid=nurse${at},${slapdBase}`, {
    objectClass: 'inetOrgPerson',
    uid: `nurse${at}`,
    cn: `Nurse ${at}`,
    givenName: 'Nurse',
    sn: `Number ${at}`,
    mail: `nurse${at}@clinic.example`,
  })

test.skipIf(!hasSlapd())(
  'the safety threshold stops an LDAP filter with a typo, and no user loses a key',
  async () => {
    const slapd = await startSlapd(Array.from({ length: people }, (_, at) => person(at)).join(''))
    closeAfterTest(() => slapd.stop())
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/sync`)
    await page.getByRole('button', { name: 'Connect a directory' }).first().click()
    await page.getByRole('menuitem', { name: 'LDAP' }).click()
    const form = page.getByRole('dialog', { name: 'Connect LDAP' })
    await form.getByRole('button', { name: 'Connect directory' }).click()
    for (const says of ['LDAP URL', 'Base DN', 'Username', 'Password'])
      await form.getByText(`${says} is required`, { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    await form.getByLabel('Name', { exact: true }).fill('Clinic')
    await form.getByLabel('LDAP URL').fill(`ldap://127.0.0.1:${slapd.port}`)
    await form.getByLabel('Allow ldap:// without encryption').check()
    await form.getByText('Anyone on the network path can read the password').waitFor()
    await form.getByLabel('Base DN', { exact: true }).fill(slapdBase)
    await form.getByLabel('Username').fill(slapdReader.dn)
    await form.getByLabel('Password', { exact: true }).fill(slapdReader.password)
    await form.getByRole('button', { name: 'Use OpenLDAP filters' }).click()
    await form.getByLabel('User filter').fill('(objectClass=inetOrgPerson')
    await form.getByRole('button', { name: 'Connect directory' }).click()
    await form.getByText("isn't closed").waitFor()
    await form.getByLabel('User filter').fill('(objectClass=inetOrgPerson)')
    const attempt = form.getByRole('button', { name: 'Test connection' })
    await attempt.click()
    await form
      .getByText(/is a private address/)
      .first()
      .waitFor()
    await form.getByRole('button', { name: /^Allow .* for Directories$/ }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Allow address' }).click()
    await attempt.click()
    await form.getByText('10 sample users. Nothing was saved.').waitFor()
    await form.getByText('40 found').waitFor()
    expect(await barriers(page)).toEqual([])
    await form.getByRole('button', { name: 'Cancel' }).waitFor()
    await form.getByRole('button', { name: 'Connect directory' }).click()
    await page.getByText('Clinic saved').waitFor()

    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Clinic' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const check = async () => {
      await menu('Connection…')
      const panel = page.getByRole('dialog', { name: 'Edit Clinic' })
      await panel.getByRole('button', { name: 'Check connection' }).click()
      return panel
    }
    await menu('Granted access…')
    const reach = page.getByRole('dialog', { name: 'Granted access of Clinic' })
    await reach.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    const good = await check()
    await good.getByText('40 found').waitFor()
    await good.getByRole('button', { name: 'Show sample users' }).click()
    await good.locator('summary').filter({ hasText: 'Nurse 0' }).click()
    await good.getByText('nurse0@clinic.example').waitFor()
    expect(await barriers(page)).toEqual([])
    await good.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Run now' }).click()
    await page.waitForURL(/\/runs\//)
    await page.getByText('Done', { exact: true }).first().waitFor()

    // Simulates a typo in the filter: all nurses except those whose number starts with 1
    await page.goto(`${product.address}/dashboard/sync`)
    await menu('Connection…')
    const panel = page.getByRole('dialog', { name: 'Edit Clinic' })
    await panel.getByLabel('User filter').fill('(&(objectClass=inetOrgPerson)(uid=nurse1*))')
    await panel.getByRole('button', { name: 'Save connection' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('29 users would lose access.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard run' }).click()
    await page.getByText('Discard run').waitFor({ state: 'detached' })

    await page.goto(`${product.address}/dashboard/sync`)
    await menu('Connection…')
    await panel.getByLabel('User filter').fill('(objectClass=inetOrgPerson)')
    await panel.getByRole('button', { name: 'Save connection' }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.waitForURL(/\/runs\//)
    await page.getByText('Done', { exact: true }).first().waitFor()
    await page.goto(`${product.address}/dashboard/users?search=nurse5`)
    await page.getByText('Nurse Number 5', { exact: true }).first().waitFor()
    expect(await page.getByText('Suspended').count()).toBe(0)
  },
  180_000,
)
