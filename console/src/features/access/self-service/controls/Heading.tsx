import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from '../look/steps.module.css'

export function Heading({ title, under, quiet = false }: { title: ReactNode; under?: ReactNode; quiet?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!quiet) heading.current?.focus()
  }, [quiet])
  return (
    <>
      <h1 ref={heading} id="step-title" tabIndex={-1} className={`cv-wrap cv-size-28 ${classes.title}`}>
        {title}
      </h1>
      {under !== undefined && (
        <p id="step-under" className={`cv-quiet ${classes.under}`}>
          {under}
        </p>
      )}
    </>
  )
}
