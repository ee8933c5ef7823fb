import { NotFound } from '@/ui/Exception';

export default NotFound;
