import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { grantableRoles, workspaceRoles, roleNames } from '@claviger/contract/platform/permissions'
import { ActionIcon, Button, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PickGroup } from './PickGroup.tsx'

interface Row {
  key: number
  group: string
  name: string
  role: number
}

export default function GroupRoles({ of, close }: { of: ScimConnection; close: () => void }) {
  const [rows, setRows] = useState<Row[]>(() => of.groupRoles.map((one, key) => ({ ...one, key })))
  const keys = useRef(of.groupRoles.length)
  const update = useWrite(scim.update, {
    done() {
      toast('success', t('Roles by group saved'))
      close()
    },
  })
  const change = (row: Row, to: Partial<Row>) =>
    setRows(rows.map(one => (one.key === row.key ? { ...one, ...to } : one)))
  const add = () => {
    keys.current += 1
    setRows([...rows, { key: keys.current, group: '', name: '', role: of.roles[0] ?? workspaceRoles.readOnly }])
  }
  const chosen = rows.filter(one => one.group !== '')
  const barred = chosen.some(one => !of.roles.includes(one.role))
  return (
    <Panel open title={t('Roles by group of {name}', { name: of.name })} close={close}>
      <Stack gap={16}>
        <Notice>
          {t(
            "Members of a group get its role and lose it when they leave the group. Roles assigned here by hand don't change. No group can create owners.",
          )}
        </Notice>
        {barred && (
          <Notice level="warning">
            {t("An owner hasn't approved all of these roles. They aren't assigned until then: see “Granted access”.")}
          </Notice>
        )}
        {rows.map(row => (
          <Grid
            columns="1fr 1fr auto"
            below={768}
            narrow="1fr auto"
            lead
            gap={8}
            align="end"
            key={row.key}
            role="group"
            aria-label={t('Role for {group}', { group: row.name || '…' })}
          >
            <PickGroup of={row} change={to => change(row, to)} />
            <Select
              label={t('Role')}
              allowDeselect={false}
              data={grantableRoles.map(role => ({ value: String(role), label: t(roleNames[role]) }))}
              value={String(row.role)}
              onChange={value => change(row, { role: Number(value) })}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('No role for {group}', { group: row.name || '…' })}
              onClick={() => setRows(rows.filter(one => one.key !== row.key))}
            >
              <IconTrash size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Grid>
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={add}>
            {t('Add group')}
          </Button>
        </div>
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button
            loading={update.isPending}
            onClick={() =>
              update.mutate({
                id: of.id,
                version: of.version,
                groupRoles: chosen.map(({ group, role }) => ({ group, role })),
              })
            }
          >
            {t('Save roles')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
