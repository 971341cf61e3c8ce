import { Box, Button, Group, RingProgress, Stack } from '@mantine/core'
import '@mantine/core/styles/RingProgress.layer.css'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'

export function WaitingForKey({
  seconds,
  title,
  cancel,
  children,
}: {
  seconds: number
  title: string
  cancel: () => void
  children: ReactNode
}) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(now => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group gap="16px 24px" p={24} className="cv-panel">
      <RingProgress
        size={96}
        thickness={6}
        roundCaps
        aria-hidden
        sections={[{ value: (left / seconds) * 100, color: 'var(--cv-accent)' }]}
        label={
          <Box ta="center" className="cv-lines">
            <Box component="strong" fz={24} lh="28px" className="cv-number">
              {left}
            </Box>
            <span className="cv-small">{t('seconds')}</span>
          </Box>
        }
      />
      <Stack gap={6} flex={1} miw={180} className="cv-quiet" role="status">
        <h2 className="cv-title">{title}</h2>
        {children}
      </Stack>
      <Button variant="default" size="md" onClick={cancel}>
        {t('Cancel')}
      </Button>
    </Group>
  )
}
