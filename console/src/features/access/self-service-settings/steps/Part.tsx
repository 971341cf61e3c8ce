import { Stack } from '@mantine/core'
import { Grid } from '#platform/ui/page/Grid.tsx'
import type { ReactNode } from 'react'
import { useId } from 'react'

export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <Grid component="section" columns="168px minmax(0, 1fr)" gap="12px 30px" py={16} below={768} aria-labelledby={id}>
      <div>
        <h2 className="cv-heading" id={id}>
          {title}
        </h2>
        <p className="cv-muted cv-wrap">{about}</p>
      </div>
      <Stack gap={14} miw={0}>
        {children}
      </Stack>
    </Grid>
  )
}
