import { listTypes, mostEntries } from '@claviger/contract/decide/policy-content'
import type { ListEntry } from '@claviger/contract/decide/policy-content'
import { simulations } from '@claviger/contract/rules/simulations'
import { ActionIcon, Box, Button, Group, Stack, TextInput } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconClipboardText,
  IconDownload,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count, countryOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { download } from '#platform/ui/list/exportRows.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { namesIn } from '#features/decide/policy-content/known-names.ts'
import { AddEntry } from './AddEntry.tsx'
import classes from './lists.module.css'

const Paste = lazy(() => import('./Paste.tsx'))
const size = 50
const isId = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value)
const bare = (value: string) => value.replace(/^group:/, '')

function wordsOf(type: number, { value, label }: ListEntry, names: (id: string) => string | undefined): string {
  if (type === listTypes.location && /^[A-Z]{2}$/.test(value)) return countryOf(value)
  return names(bare(value)) ?? (isId(bare(value)) && label !== '' ? label : value)
}

// Prevents formula injection: a cell that starts like a formula would be executed by a spreadsheet
const quoted = (text: string) => `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const asCsv = (entries: readonly ListEntry[]) =>
  ['value,label', ...entries.map(({ value, label }) => `${quoted(value)},${quoted(label)}`)].join('\r\n')

export function Entries({ type, name, may }: { type: number; name: string; may: boolean }) {
  const { fields } = useFormState()
  const all = (fields.values['entries'] as readonly ListEntry[] | undefined) ?? []
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [pasting, setPasting] = useState(false)
  const has = new Set(all.map(({ value }) => value))
  const set = (entries: readonly ListEntry[]) => fields.set('entries', entries)
  const add = (more: readonly ListEntry[]) => {
    const fresh = more.filter(({ value }) => !has.has(value))
    if (all.length + fresh.length > mostEntries) return toast('error', t('A list can have at most 10,000 entries'))
    set([...all, ...fresh])
    const known = more.length - fresh.length
    if (known > 0)
      toast(
        'info',
        t('{count, plural, one {# entry was} other {# entries were}} already in the list', { count: known }),
      )
    return undefined
  }
  const plain = search.trim().toLowerCase()
  const matching = all
    .map((entry, at) => ({ ...entry, at }))
    .filter(({ value, label }) => plain === '' || `${value} ${label}`.toLowerCase().includes(plain))
  const last = Math.max(0, Math.ceil(matching.length / size) - 1)
  const here = Math.min(page, last)
  const rows = matching.slice(here * size, (here + 1) * size)
  const ids = rows.map(({ value }) => bare(value)).filter(isId)
  const named = useRead(simulations.named, { ids }, { when: ids.length > 0, quiet: true, keepEarlier: true })
  const names = namesIn(named.data?.items ?? [])
  const faults = new Map(
    Object.entries(fields.errors).flatMap(([path, says]) => {
      const [part, at] = path.split('.')
      return part === 'entries' ? [[at === undefined ? -1 : Number(at), says] as const] : []
    }),
  )
  return (
    <Card
      flush
      title={t('Entries ({count})', { count: all.length })}
      right={
        <span className="cv-ends">
          {may && (
            <Button
              variant="subtle"
              leftSection={<IconClipboardText size={16} stroke={1.7} aria-hidden />}
              onClick={() => setPasting(true)}
            >
              {t('Paste or import…')}
            </Button>
          )}
          <Button
            variant="subtle"
            disabled={all.length === 0}
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            onClick={() => download(`${name || 'list'}.csv`, 'text/csv', asCsv(all))}
          >
            {t('Export as CSV')}
          </Button>
        </span>
      }
    >
      <div className="cv-ruled">
        {may && (
          <Box p="14px 16px">
            <AddEntry key={type} type={type} has={value => has.has(value)} add={add} />
          </Box>
        )}
        {[...faults.values()].length > 0 && (
          <Stack component="p" className="cv-bad" gap={0} p="10px 16px" role="alert">
            {[...faults].slice(0, 3).map(([at, says]) => (
              <span key={at}>
                {at < 0 ? says : t('{value}: {reason}', { value: all[at]?.value ?? '', reason: says })}
              </span>
            ))}
          </Stack>
        )}
        {all.length > size && (
          <Box p="14px 16px">
            <TextInput
              aria-label={t('Search entries')}
              placeholder={t('Search entries')}
              leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
              value={search}
              onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
              onChange={event => {
                setSearch(event.currentTarget.value)
                setPage(0)
              }}
            />
          </Box>
        )}
        {all.length === 0 ? (
          <Box component="p" className="cv-quiet" p="24px 16px">
            {t("No entries. An empty list doesn't match anything.")}
          </Box>
        ) : (
          <table className={`${classes.table ?? ''} cv-figures`}>
            <thead>
              <tr>
                <th scope="col">{t('Value')}</th>
                <th scope="col">{t('Label')}</th>
                <th scope="col">
                  <span className="cv-hidden">{t('Actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ value, label, at }) => {
                const words = wordsOf(type, { value, label }, names)
                return (
                  <tr key={value} data-fault={faults.has(at) || undefined}>
                    <td>
                      {words}
                      {words !== value && !isId(bare(value)) && <span className="cv-muted"> {value}</span>}
                    </td>
                    <td>
                      {may ? (
                        <TextInput
                          aria-label={t('Label for {value}', { value: words })}
                          value={label}
                          maxLength={100}
                          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
                          onChange={event => {
                            const to = event.currentTarget.value
                            set(all.map((entry, place) => (place === at ? { ...entry, label: to } : entry)))
                          }}
                        />
                      ) : (
                        label || '—'
                      )}
                    </td>
                    <td>
                      {may && (
                        <ActionIcon
                          aria-label={t('Remove {name}', { name: words })}
                          onClick={() => set(all.filter((_, place) => place !== at))}
                        >
                          <IconX size={16} stroke={1.8} aria-hidden />
                        </ActionIcon>
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        {last > 0 && (
          <Group gap={8} wrap="nowrap" p="8px 16px">
            <Box component="span" className="cv-number" flex={1}>
              {t('{first}–{last} of {total}', {
                first: here * size + 1,
                last: here * size + rows.length,
                total: count(matching.length),
              })}
            </Box>
            <ActionIcon
              variant="default"
              aria-label={t('Previous page')}
              disabled={here === 0}
              onClick={() => setPage(here - 1)}
            >
              <IconChevronLeft size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('Next page')}
              disabled={here === last}
              onClick={() => setPage(here + 1)}
            >
              <IconChevronRight size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Group>
        )}
        <Suspense>{pasting && <Paste type={type} add={add} close={() => setPasting(false)} />}</Suspense>
      </div>
    </Card>
  )
}
