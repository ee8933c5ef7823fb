export { ToastHost } from './ToastHost';
export { toast } from './toast';
