import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { count } from '#platform/text/formats.ts'
import { Sparkline } from './Sparkline.tsx'
import classes from './tile.module.css'

export interface TileProps {
  label: string
  /** Undefined while loading and after an error. */
  value: number | undefined
  failed: boolean
  under: ReactNode
  trend?: readonly number[] | undefined
  /** The list of what is counted. */
  to?: string | undefined
}

export function Tile({ label, value, failed, under, trend, to }: TileProps) {
  return (
    <div className={classes.tile}>
      <h2>{to === undefined ? label : <Link to={to}>{label}</Link>}</h2>
      <div className={classes.figure}>
        <strong>{value === undefined ? '—' : count(value)}</strong>
        {trend && <Sparkline values={trend} />}
      </div>
      <p>{failed ? t("Couldn't load") : value === undefined ? '' : under}</p>
    </div>
  )
}

export const Tiles = ({ children }: { children: ReactNode }) => <div className={classes.tiles}>{children}</div>
