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
      <div className={classes.choices}>{children}</div>
    </section>
  )
}
