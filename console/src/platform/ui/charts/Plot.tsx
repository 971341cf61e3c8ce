import { useEffect, useRef } from 'react'
import type { PlotContent } from './plot.ts'
import classes from './charts.module.css'

/** A chart on a canvas; the library is loaded with the first chart, and not before. */
export function Plot({ label, ...content }: PlotContent & { label: string }) {
  const host = useRef<HTMLDivElement>(null)
  const drawn = JSON.stringify(content)
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    void import('./plot.ts').then(({ draw }) => {
      if (gone || host.current === null) return
      end = draw(host.current, JSON.parse(drawn) as PlotContent)
    })
    return () => {
      gone = true
      end?.()
    }
  }, [drawn])
  return <div ref={host} className={classes.plot} role="img" aria-label={`${label}: ${content.says.join('; ')}`} />
}
