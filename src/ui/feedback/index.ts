export { toast } from '@/app/toast';
export { ToastHost } from './ToastHost';
