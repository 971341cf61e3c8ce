import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { type MappedField, mappedFields } from '@claviger/contract/directories/connections/mapping'
import { ActionIcon, Box, Button, NativeSelect, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { fieldOf } from '../connections/connection-fields.ts'
import { AccessLosses } from './AccessLosses.tsx'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
type Chosen = Partial<Record<MappedField, string>>

const chosenIn = (all: readonly DirectoryConnection[]): Chosen =>
  Object.fromEntries(all.flatMap(one => one.leads.map(field => [field, one.id])))

/** The precedence of directories for users of several, and fields that one directory decides regardless of it. */
export default function Precedence({ of, close }: { of: readonly DirectoryConnection[]; close: () => void }) {
  const [order, setOrder] = useState(() => of.toSorted((one, other) => one.position - other.position))
  const [chosen, setChosen] = useState(() => chosenIn(of))
  const save = useWrite(connections.precedence, {
    done() {
      toast('success', t('Order saved'))
      close()
    },
  })
  const move = (at: number, by: -1 | 1) => {
    const next = [...order]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + by, 0, one)
    setOrder(next)
  }
  const fields = mappedFields.flatMap(field => {
    const mapping = order.filter(one => one.mapping.some(row => row.field === field))
    return mapping.length > 1 ? [{ field, mapping }] : []
  })
  const send = () =>
    save.mutate({
      order: order.map(({ id }) => id),
      fields: fields.flatMap(({ field }) => (chosen[field] ? [{ field, connection: chosen[field] }] : [])),
    })
  return (
    <Panel open title={t('Order of directories')} close={close}>
      <Stack gap={16}>
        <Notice>
          {t(
            'For users of several directories, the first one leads: it decides whether they have access. Each field comes from the first directory that maps it, unless you choose another below.',
          )}
        </Notice>
        <Stack component="ol" className="cv-bullets" gap={8}>
          {order.map((one, at) => (
            <li key={one.id}>
              <Box component="span" className="cv-wrap" me={8}>
                {one.name}
              </Box>
              <ActionIcon
                ms={4}
                style={{ verticalAlign: 'middle' }}
                variant="default"
                disabled={at === 0}
                aria-label={t('Move {name} up', { name: one.name })}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                ms={4}
                style={{ verticalAlign: 'middle' }}
                variant="default"
                disabled={at === order.length - 1}
                aria-label={t('Move {name} down', { name: one.name })}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
            </li>
          ))}
        </Stack>
        <AccessLosses input={{ order: order.map(({ id }) => id) }} />
        {fields.map(({ field, mapping }) => (
          <NativeSelect
            key={field}
            label={fieldOf(field)}
            value={chosen[field] ?? ''}
            data={[
              { value: '', label: t('By order') },
              ...mapping.map(({ id, name }) => ({ value: id, label: t('Always from {name}', { name }) })),
            ]}
            onChange={event => setChosen({ ...chosen, [field]: event.currentTarget.value })}
          />
        ))}
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={save.isPending} onClick={send}>
            {t('Save order')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
