import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { keyModels } from '@claviger/contract/keys/key-models'
import type { KeyModel } from '@claviger/contract/keys/key-models'
import { Box, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { passkeyIcons } from '../passkey-icons.ts'
import { statusWords, warningWords } from './certificates.ts'
import classes from './models.module.css'

type Catalogue = OutputOf<typeof keyModels.catalogue.reply>
const first = 40

function Row({ of, ticked, turn }: { of: KeyModel; ticked: boolean; turn: ((on: boolean) => void) | undefined }) {
  const Icon = passkeyIcons[of.picture]
  const about = [
    ...(of.status === null ? [] : [statusWords(of.status)]),
    ...(of.keys > 0 ? [t('{count, plural, one {# key in use} other {# keys in use}}', { count: of.keys })] : []),
    of.aaguid,
  ]
  return (
    <Group component="li" gap={12} wrap="nowrap" py={10}>
      {turn && (
        <Checkbox
          size="xs"
          checked={ticked}
          aria-label={`${of.name}, ${of.aaguid}`}
          onChange={event => turn(event.currentTarget.checked)}
        />
      )}
      <span className={classes.icon}>
        {of.icon ? <img src={of.icon} alt="" /> : <Icon size={20} stroke={1.6} aria-hidden />}
      </span>
      <Stack component="span" gap={2} miw={0}>
        <b>{of.name}</b>
        <span className="cv-muted cv-wrap">{about.join(' · ')}</span>
        {of.warning && (
          <span className="cv-line cv-warn">
            <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> {warningWords(of.warning)}
          </span>
        )}
      </Stack>
    </Group>
  )
}

export function ModelList({
  of,
  ticked,
  turn,
  catalogue,
}: {
  of: readonly KeyModel[]
  ticked: readonly string[]
  turn?: (aaguid: string, on: boolean) => void
  catalogue: Catalogue
}) {
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const words = search.trim().toLowerCase()
  const found = of
    .filter(one => words === '' || `${one.name} ${one.aaguid}`.toLowerCase().includes(words))
    .toSorted((a, b) => Number(ticked.includes(b.aaguid)) - Number(ticked.includes(a.aaguid)))
  const shown = all ? found : found.slice(0, first)
  const source =
    catalogue.number === null
      ? t('Names come from the built-in list because no FIDO catalog is loaded.')
      : t('FIDO catalog number {number}, {count, plural, one {# model} other {# models}}.', {
          number: String(catalogue.number),
          count: catalogue.models,
        })
  return (
    <Card title={t('Models')}>
      <TextInput
        label={t('Search models')}
        description={source}
        value={search}
        maxLength={100}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <Stack component="ul" className="cv-ruled" gap={0} my={12}>
        {shown.map(one => (
          <Row
            key={one.aaguid}
            of={one}
            ticked={ticked.includes(one.aaguid)}
            turn={turn && (on => turn(one.aaguid, on))}
          />
        ))}
      </Stack>
      {shown.length === 0 && (
        <Box component="p" className="cv-muted" py={16}>
          {t('No matching models')}
        </Box>
      )}
      {found.length > shown.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: count(found.length) })}
        </Button>
      )}
    </Card>
  )
}
