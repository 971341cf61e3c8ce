import { posterLanguages, pageLanguages } from '@claviger/contract/platform/languages'
import { Button, Group, Menu, Stack } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '#platform/look/overlays.css'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { download } from '#platform/ui/list/exportRows.ts'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'
import classes from '../preview.module.css'

export function AddressCard() {
  const { calls, fixed } = useSource()
  const { page } = useDraft()
  const [drawing, setDrawing] = useState(false)
  const code = useRead(calls.code, { ...fixed, page: page.id }, { fresh: Infinity, quiet: true })
  const svg = code.data as unknown as string | undefined
  async function poster(language: (typeof posterLanguages)[number]) {
    setDrawing(true)
    try {
      const file = await call(calls.poster, { ...fixed, page: page.id, language }, { bytes: true })
      download(`${page.id}-${language}.pdf`, 'application/pdf', file as unknown as Blob)
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Group
      component="section"
      className={`${classes.address ?? ''} cv-box`}
      bg="var(--cv-surface)"
      gap={16}
      p={16}
      aria-label={t('Page address')}
    >
      {svg ? (
        <img alt={t('QR code of the page address')} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
      ) : (
        <span className={classes.noCode} />
      )}
      <Stack gap={6} flex={1} miw={180}>
        <h2 className="cv-heading">{t('Page address')}</h2>
        <p className="cv-wrap">
          <span className="cv-mono">{page.link.replace(/^https?:\/\//, '')}</span>{' '}
          <Copy value={page.link} what={t('page address')} />
        </p>
        <Group gap={8} align="stretch">
          <Menu position="top-start">
            <Menu.Target>
              <Button
                variant="default"
                loading={drawing}
                leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden />}
              >
                {t('Print poster')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {posterLanguages.map(language => (
                <Menu.Item key={language} onClick={() => void poster(language).catch(() => undefined)}>
                  {pageLanguages[language]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button
            variant="subtle"
            disabled={!svg}
            onClick={() => svg && download(`${page.id}.svg`, 'image/svg+xml', svg)}
          >
            {t('Download QR')}
          </Button>
        </Group>
      </Stack>
    </Group>
  )
}
