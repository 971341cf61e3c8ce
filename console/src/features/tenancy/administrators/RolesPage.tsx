import {
  accountRoles,
  type Permission,
  permissionsOf,
  permissionsOfAdditional,
} from '@claviger/contract/platform/permissions'
import { Box, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import classes from './administrators.module.css'
import { additional, grantOf, rightsText, roles } from './rights.ts'
import { viewsOf } from './administrator-views.ts'

interface Holder {
  label: string
  has: (permission: Permission) => boolean
}

const byRole: Holder[] = roles.map(({ value, label }) => {
  const all = permissionsOf({ accountRole: accountRoles.administrator, workspaceRole: value, additional: [] })
  return { label, has: permission => all.has(permission) }
})
const byAdditional: Holder[] = additional.map(({ value, label }) => ({
  label,
  has: permission => permissionsOfAdditional(value).includes(permission),
}))

function RightsTable({ label, of }: { label: string; of: readonly Holder[] }) {
  return (
    // A table wider than a phone is scrolled by keyboard, too
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="cv-scroll" role="region" aria-label={label} tabIndex={0}>
      <Box component="table" className={classes.rights} w="100%">
        <thead>
          <tr>
            <th scope="col">{t('Permission')}</th>
            {of.map(holder => (
              <th key={holder.label} scope="col">
                {t(holder.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rightsText().map(right => (
            <tr key={right.label}>
              <th scope="row">{right.label}</th>
              {of.map(holder => {
                const grant = grantOf(right, holder.has)
                return (
                  <td key={holder.label} className={grant === 'Change' || grant === 'Yes' ? undefined : 'cv-muted'}>
                    {grant === null ? <span aria-label={t('No')}>—</span> : t(grant)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </div>
  )
}

export default function RolesPage() {
  return (
    <>
      <PageHead title={t('Roles')} />
      <Tabs of={viewsOf('roles')} label={t('Admins')} />
      <Stack gap={16}>
        <Card title={t('Roles')} flush>
          <RightsTable label={t('Permissions by role')} of={byRole} />
        </Card>
        <Card title={t('Additional permissions')} flush>
          <Box component="p" className="cv-muted" p="12px 16px">
            {t('You can add these to the roles User Management, Billing Manager, and Read-only.')}
          </Box>
          <RightsTable label={t('Additional permissions and their effect')} of={byAdditional} />
        </Card>
      </Stack>
    </>
  )
}
