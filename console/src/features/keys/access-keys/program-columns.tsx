import type { ReaderApp } from '@claviger/contract/keys/access-keys'
import { msg, t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'

const ours: Readonly<Record<string, string>> = {
  'claviger-extension': msg('Browser extension'),
  'claviger-reader': msg('Reader program'),
}

/** "Browser extension 0.1.0", with the model of its fingerprint reader; for third-party clients, their own name. */
const programOf = ({ client, version, fingerModel }: ReaderApp): string => {
  const known = ours[client]
  const name = known === undefined ? client : t(known)
  return [[name, version].filter(Boolean).join(' '), fingerModel].filter(Boolean).join(' · ') || '—'
}

const readerOf = ({ fingerModel: model }: ReaderApp) =>
  model === null ? undefined : t('Reads fingerprints with {model}', { model })

export const programColumns: readonly Column<ReaderApp>[] = [
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  {
    name: 'program',
    label: msg('Program'),
    cell: app => (
      <span title={readerOf(app)}>
        {programOf(app)} {app.outdated && <Tag tone="warn">{t('Update available')}</Tag>}
      </span>
    ),
    text: programOf,
  },
  { name: 'platform', label: msg('Platform'), width: '112px', text: ({ platform }) => platform },
  {
    name: 'computer',
    label: msg('Computer ID'),
    cell: ({ computerId }) => <code title={computerId}>{computerId}</code>,
    text: ({ computerId }) => computerId,
  },
  {
    name: 'used',
    label: msg('Last seen'),
    sort: true,
    width: '128px',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Never') : <When at={lastUsedAt} as="ago" />),
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'created',
    label: msg('Registered'),
    sort: true,
    cell: ({ createdAt, apiKey }) => (
      <span title={apiKey}>
        <Trans
          id="<0/> with {name}"
          values={{ name: apiKey }}
          components={[<When key="at" at={createdAt} as="day" />]}
        />
      </span>
    ),
    text: ({ createdAt }) => createdAt,
  },
]

export const programLines = (app: ReaderApp): PhoneRow => ({
  name: app.name,
  second: programOf(app),
  secondRight: app.lastUsedAt === null ? t('Never used') : <When at={app.lastUsedAt} as="ago" />,
})
