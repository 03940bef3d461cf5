import { tokyoParts } from '../domain/question-day.ts'

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** @param end epoch seconds; in Asia/Tokyo as year.month.day and hours:minutes (`product.md §2`) */
export function maintenanceEnd(end: number): { date: string; time: string } {
  const { year, month, day, hours, minutes } = tokyoParts(end * 1000)
  return {
    date: `${year}.${twoDigits(month)}.${twoDigits(day)}`,
    time: `${twoDigits(hours)}:${twoDigits(minutes)}`,
  }
}
