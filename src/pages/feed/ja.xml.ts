import { feed } from '../_feed.ts'

export const GET = feed('ja')
