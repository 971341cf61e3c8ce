import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from '../editor.module.css'

export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <Stack gap={14} miw={0}>
        {children}
      </Stack>
    </section>
  )
}
