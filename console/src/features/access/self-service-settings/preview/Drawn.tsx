import { Box, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSay } from './preview-language.ts'
import classes from '../preview.module.css'

export const DrawnField = ({ label, value, fault }: { label: string; value?: string; fault?: string }) => (
  <Stack className={classes.field} gap={4} data-fault={fault !== undefined || undefined}>
    <Box component="span" fw={600}>
      {label}
    </Box>
    <Box component="i" h={30} p="6px 10px" fs="normal">
      {value}
    </Box>
    {fault && (
      <Box component="em" className="cv-bad" fz={10} fs="normal">
        {fault}
      </Box>
    )}
  </Stack>
)

export const DrawnHead = ({ title, under }: { title: string; under?: string | undefined }) => (
  <>
    <Box component="p" fz={18} fw={600} lh="24px" mb={-6}>
      {title}
    </Box>
    {under && <p className={`${classes.under ?? ''} cv-quiet`}>{under}</p>}
  </>
)

export const DrawnChoice = ({ chosen = false, children }: { chosen?: boolean; children: ReactNode }) => (
  <Grid
    className={classes.choice}
    columns="24px minmax(0, 1fr)"
    gap="0 10px"
    p={12}
    bd={`1px solid var(${chosen ? '--cv-accent-text' : '--cv-line-2'})`}
    bdrs={10}
    {...(chosen && { bg: 'var(--cv-accent-tint)' })}
  >
    {children}
  </Grid>
)

export function DrawnActions({ children }: { children: ReactNode }) {
  const say = useSay()
  return (
    <div className={classes.buttons}>
      <span>
        <IconArrowLeft size={12} stroke={2} aria-hidden /> {say('Back')}
      </span>
      <Box component="b" bg="var(--cv-accent)" c="#fff" bd="1px solid var(--cv-accent)">
        {children}
      </Box>
    </div>
  )
}
