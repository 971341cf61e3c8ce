import { messages } from '@claviger/contract/platform/messages'
import { Box, Button, Group } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '../bits/Copy.tsx'
import classes from './page.module.css'

export function ErrorCard({
  title,
  fault,
  retry,
  kept,
}: {
  title: string
  fault: unknown
  retry?: () => void
  kept?: string
}) {
  const refusal = fault instanceof CallError ? fault : null
  const why =
    refusal?.code === 'timeout'
      ? t("The server didn't respond in time.")
      : refusal?.code === 'unexpected' && retry
        ? t(messages['generic.try-again'])
        : (refusal?.message ?? t('Something went wrong.'))
  return (
    <div className={`cv-column ${classes.state}`} role="alert">
      <span className={`cv-centered cv-tint ${classes.stateIcon}`} data-tone="bad">
        <IconPlugConnectedX size={26} stroke={1.6} aria-hidden />
      </span>
      <h2>{title}</h2>
      <Box component="p" maw={360} className="cv-lead">
        {/[.!?]$/.test(why) ? why : `${why}.`} {kept}
      </Box>
      {retry && (
        <Group gap={8} align="stretch" justify="center" mt={12}>
          <Button leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />} onClick={retry}>
            {t('Try again')}
          </Button>
        </Group>
      )}
      {refusal?.requestId && (
        <Group gap={6} justify="center" mt={12} fz={12} className="cv-muted">
          {t('Request')} <span className="cv-mono">{refusal.requestId}</span>{' '}
          <Copy value={refusal.requestId} what={t('request ID')} />
        </Group>
      )}
    </div>
  )
}
